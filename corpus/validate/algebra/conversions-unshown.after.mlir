func.func @rounded_twice(%a: f64) -> f16 {
  %0 = arith.truncf %a : f64 to f32
  %1 = arith.truncf %0 : f32 to f16
  return %1 : f16
}
func.func @sign_of_a_sum(%a: f32, %b: f32) -> f32 {
  %0 = arith.addf %a, %b : f32
  %1 = arith.negf %0 : f32
  return %1 : f32
}
func.func @bits_of_a_sum(%a: f32, %b: f32) -> i32 {
  %0 = arith.addf %a, %b : f32
  %nan = arith.cmpf uno, %0, %0 : f32
  %quiet = arith.constant 2143289344 : i32
  %1 = arith.bitcast %0 : f32 to i32
  %2 = arith.select %nan, %quiet, %1 : i32
  return %2 : i32
}
func.func @brain_float_by_hand(%a: f32) -> bf16 {
  %nan = arith.cmpf une, %a, %a : f32
  %half = arith.constant 32768 : i32
  %quiet = arith.constant 32704 : i16
  %c16 = arith.constant 16 : i32
  %0 = arith.bitcast %a : f32 to i32
  %1 = arith.subi %0, %half : i32
  %2 = arith.shrui %1, %c16 : i32
  %3 = arith.trunci %2 : i32 to i16
  %4 = arith.select %nan, %quiet, %3 : i16
  %5 = arith.bitcast %4 : i16 to bf16
  return %5 : bf16
}
func.func @wide_then_double(%a: i32) -> f64 {
  %0 = arith.sitofp %a : i32 to f16
  %1 = arith.extf %0 : f16 to f64
  return %1 : f64
}

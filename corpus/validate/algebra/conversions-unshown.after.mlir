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
func.func @exact_later(%a: i64) -> i32 {
  %c32 = arith.constant 32 : i64
  %0 = arith.shrui %a, %c32 exact : i64
  %1 = arith.trunci %0 : i64 to i32
  return %1 : i32
}
func.func @bits_of_a_sum(%a: f32, %b: f32) -> i32 {
  %0 = arith.addf %a, %b : f32
  %nan = arith.cmpf uno, %0, %0 : f32
  %quiet = arith.constant 2143289344 : i32
  %1 = arith.bitcast %0 : f32 to i32
  %2 = arith.select %nan, %quiet, %1 : i32
  return %2 : i32
}

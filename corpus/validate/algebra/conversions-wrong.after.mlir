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
func.func @signed(%a: i32) -> i1 {
  %true = arith.constant true
  return %true : i1
}
func.func @signs_of_products(%a: f32, %b: f32) -> f32 {
  %0 = arith.mulf %a, %b : f32
  return %0 : f32
}
func.func @less_of_two(%a: f32, %b: f32) -> f32 {
  %0 = arith.cmpf ult, %a, %b : f32
  %1 = arith.select %0, %b, %a : f32
  return %1 : f32
}
func.func @short_products(%a: i8, %b: i8) -> i32 {
  %0 = arith.extui %a : i8 to i16
  %1 = arith.extui %b : i8 to i16
  %2 = arith.muli %0, %1 : i16
  %3 = arith.extsi %2 : i16 to i32
  return %3 : i32
}
func.func @quotients(%a: tensor<2x2xi32>) -> tensor<2x2xi32> {
  return %a : tensor<2x2xi32>
}
func.func @shifted(%a: i64) -> i64 {
  %c32 = arith.constant 32 : i64
  %0 = arith.shrui %a, %c32 : i64
  return %0 : i64
}

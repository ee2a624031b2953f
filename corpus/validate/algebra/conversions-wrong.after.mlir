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
func.func @exact_later(%a: i64) -> i32 {
  %c32 = arith.constant 32 : i64
  %0 = arith.shrui %a, %c32 exact : i64
  %1 = arith.trunci %0 : i64 to i32
  return %1 : i32
}

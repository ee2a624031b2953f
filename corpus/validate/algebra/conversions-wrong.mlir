// why:    wrong neighbours of conversions: a sign that counts, a NaN, a product too long, a divisor that differs in one element, bits lost, a promise that the first program does not make
// run:    validate %after
// expect: refuted
func.func @signed(%a: i32) -> i1 {
  %c = arith.constant -4.4 : f64
  %0 = arith.sitofp %a : i32 to f64
  %1 = arith.cmpf ogt, %0, %c : f64
  return %1 : i1
}
func.func @signs_of_products(%a: f32, %b: f32) -> f32 {
  %0 = arith.negf %a : f32
  %1 = arith.mulf %0, %b : f32
  return %1 : f32
}
func.func @less_of_two(%a: f32, %b: f32) -> f32 {
  %0 = arith.minnumf %a, %b : f32
  return %0 : f32
}
func.func @short_products(%a: i8, %b: i8) -> i32 {
  %0 = arith.extui %a : i8 to i32
  %1 = arith.extui %b : i8 to i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
func.func @quotients(%a: tensor<2x2xi32>) -> tensor<2x2xi32> {
  %ones = arith.constant dense<[[1, 1], [2, 1]]> : tensor<2x2xi32>
  %0 = arith.divsi %a, %ones : tensor<2x2xi32>
  return %0 : tensor<2x2xi32>
}
func.func @shifted(%a: i64) -> i64 {
  %c32 = arith.constant 32 : i64
  %0 = arith.shrsi %a, %c32 : i64
  return %0 : i64
}
func.func @exact_later(%a: i64) -> i32 {
  %c32 = arith.constant 32 : i64
  %0 = arith.shrsi %a, %c32 : i64
  %1 = arith.trunci %0 : i64 to i32
  return %1 : i32
}

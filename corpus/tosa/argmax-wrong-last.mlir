// why:    the last of the largest
// run:    validate %after
// expect: refuted
func.func @main(%a: tensor<3x4xi32>) -> tensor<3xi32> {
  %0 = tosa.argmax %a {axis = 1 : i32} : (tensor<3x4xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

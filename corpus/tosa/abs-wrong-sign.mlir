// why:    the smaller of both
// run:    validate %after
// expect: refuted
func.func @main(%a: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tosa.abs %a : (tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

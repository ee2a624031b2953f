// why:    the least integer has no absolute value
// run:    validate %after
// expect: proved
func.func @main(%a: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tosa.abs %a : (tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

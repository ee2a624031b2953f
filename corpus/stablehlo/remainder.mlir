// why:    it has the sign of the dividend, and of x by 0 it is x
// run:    validate %after
// expect: proved
func.func @main(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.remainder %a, %b : tensor<4xi32>
  return %0 : tensor<4xi32>
}

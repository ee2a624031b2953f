// why:    of x by 0 it is 0 here
// run:    validate %after
// expect: refuted
func.func @main(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.remainder %a, %b : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// why:    x / 0 is -1 and the least number by -1 itself: no division is undefined
// run:    validate %after
// expect: proved
func.func @main(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.divide %a, %b : tensor<4xi32>
  return %0 : tensor<4xi32>
}

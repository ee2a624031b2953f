// why:    every second element from the second on
// run:    validate %after
// expect: proved
func.func @main(%a: tensor<8xf32>) -> tensor<3xf32> {
  %0 = stablehlo.slice %a [1:6:2] : (tensor<8xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// why:    one further to the left
// run:    validate %after
// expect: refuted
func.func @main(%a: tensor<4xf32>) -> tensor<9xf32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.pad %a, %z, low = [1], high = [1], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

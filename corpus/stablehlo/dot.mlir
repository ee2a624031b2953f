// why:    `dot`, which newer versions write as `dot_general`: vectors and matrices, in both orders
// run:    validate %after
// expect: proved
func.func @matrices(%a: tensor<4x8xf32>, %b: tensor<8x3xf32>) -> tensor<4x3xf32> {
  %0 = stablehlo.dot %a, %b, precision = [DEFAULT, DEFAULT] : (tensor<4x8xf32>, tensor<8x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
func.func @vector(%a: tensor<8xf32>, %b: tensor<8x3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.dot %a, %b : (tensor<8xf32>, tensor<8x3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func @number(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<f32> {
  %0 = stablehlo.dot %a, %b : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

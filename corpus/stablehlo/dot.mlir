// why:    batches of products
// run:    validate %after
// expect: proved
func.func @main(%a: tensor<2x3x4xf32>, %b: tensor<2x4x3xf32>) -> tensor<2x3x3xf32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x3x4xf32>, tensor<2x4x3xf32>) -> tensor<2x3x3xf32>
  return %0 : tensor<2x3x3xf32>
}

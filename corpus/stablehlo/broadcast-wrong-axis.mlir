// why:    along columns
// run:    validate %after
// expect: refuted
func.func @main(%a: tensor<4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

func.func @f(%t: tensor<4xf32>) -> tensor<1x4xf32> {
  %e = tensor.expand_shape %t [[0, 1]] output_shape [0, 4] : tensor<4xf32> into tensor<1x4xf32>
  return %e : tensor<1x4xf32>
}

// why:    As rows-as-one, with the rows behind.
// run:    validate %after
// expect: refuted
func.func @f(%A: tensor<4x4xf32>) -> tensor<2x4xf32> {
  %s = tensor.extract_slice %A[1, 0] [2, 4] [1, 1] : tensor<4x4xf32> to tensor<2x4xf32>
  %r = tensor.collapse_shape %s [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  %x = linalg.exp ins(%r : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %y = tensor.expand_shape %x [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

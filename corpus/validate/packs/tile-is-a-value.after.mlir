func.func @f(%A: tensor<16x8xf32>, %D: tensor<2x8x?x1xf32>) -> tensor<2x8x?x1xf32> {
  %d = tensor.cast %D : tensor<2x8x?x1xf32> to tensor<2x8x8x1xf32>
  %0 = linalg.pack %A inner_dims_pos = [0, 1] inner_tiles = [8, 1] into %d : tensor<16x8xf32> -> tensor<2x8x8x1xf32>
  %1 = tensor.cast %0 : tensor<2x8x8x1xf32> to tensor<2x8x?x1xf32>
  return %1 : tensor<2x8x?x1xf32>
}

module {
  func.func @main(%arg0: tensor<2x6xf32>) -> tensor<3x4xf32> {
    %collapsed = tensor.collapse_shape %arg0 [[0, 1]] : tensor<2x6xf32> into tensor<12xf32>
    %expanded = tensor.expand_shape %collapsed [[0, 1]] output_shape [3, 4] : tensor<12xf32> into tensor<3x4xf32>
    return %expanded : tensor<3x4xf32>
  }
}


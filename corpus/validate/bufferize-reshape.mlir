// why:    the result is a view of the buffer that was written
// run:    validate %after
// expect: proved
module {
  func.func @reshapes(%arg0: tensor<4x6xf32>) -> tensor<3x8xf32> {
    %collapsed = tensor.collapse_shape %arg0 [[0, 1]] : tensor<4x6xf32> into tensor<24xf32>
    %0 = linalg.exp ins(%collapsed : tensor<24xf32>) outs(%collapsed : tensor<24xf32>) -> tensor<24xf32>
    %expanded = tensor.expand_shape %0 [[0, 1]] output_shape [3, 8] : tensor<24xf32> into tensor<3x8xf32>
    return %expanded : tensor<3x8xf32>
  }
}


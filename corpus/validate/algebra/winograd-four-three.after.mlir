func.func @conv(%arg0: tensor<1x6x6x1xf32>, %arg1: tensor<1x3x3x1xf32>) -> tensor<1x4x4x1xf32> {
  %cst = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<1x4x4x1xf32>
  %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32>
  %2 = tensor.empty() : tensor<6x6x1x1xf32>
  %3 = linalg.winograd_filter_transform fmr(F_4_3) ins(%arg1 : tensor<1x3x3x1xf32>) outs(%2 : tensor<6x6x1x1xf32>) -> tensor<6x6x1x1xf32>
  %4 = tensor.empty() : tensor<6x6x1x1x1x1xf32>
  %5 = linalg.winograd_input_transform fmr(F_4_3) ins(%arg0 : tensor<1x6x6x1xf32>) outs(%4 : tensor<6x6x1x1x1x1xf32>) -> tensor<6x6x1x1x1x1xf32>
  %collapsed = tensor.collapse_shape %3 [[0, 1], [2], [3]] : tensor<6x6x1x1xf32> into tensor<36x1x1xf32>
  %collapsed_0 = tensor.collapse_shape %5 [[0, 1], [2, 3, 4], [5]] : tensor<6x6x1x1x1x1xf32> into tensor<36x1x1xf32>
  %6 = tensor.empty() : tensor<36x1x1xf32>
  %7 = linalg.fill ins(%cst : f32) outs(%6 : tensor<36x1x1xf32>) -> tensor<36x1x1xf32>
  %8 = linalg.batch_matmul ins(%collapsed_0, %collapsed : tensor<36x1x1xf32>, tensor<36x1x1xf32>) outs(%7 : tensor<36x1x1xf32>) -> tensor<36x1x1xf32>
  %expanded = tensor.expand_shape %8 [[0, 1], [2, 3, 4], [5]] output_shape [6, 6, 1, 1, 1, 1] : tensor<36x1x1xf32> into tensor<6x6x1x1x1x1xf32>
  %9 = linalg.winograd_output_transform fmr(F_4_3) ins(%expanded : tensor<6x6x1x1x1x1xf32>) outs(%1 : tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32>
  return %9 : tensor<1x4x4x1xf32>
}

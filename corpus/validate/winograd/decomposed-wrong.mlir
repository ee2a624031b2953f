// why:    As decomposed, with a wrong number in a matrix, and tiles that overlap.
// run:    validate %after
// expect: refuted
func.func @filter(%g: tensor<2x3x3x1xf32>) -> tensor<4x4x1x2xf32> {
  %e = tensor.empty() : tensor<4x4x1x2xf32>
  %r = linalg.winograd_filter_transform fmr(F_2_3) ins(%g : tensor<2x3x3x1xf32>) outs(%e : tensor<4x4x1x2xf32>) -> tensor<4x4x1x2xf32>
  return %r : tensor<4x4x1x2xf32>
}
func.func @output(%m: tensor<1x6x1x2x1x1xf32>, %y: tensor<1x1x8x1xf32>) -> tensor<1x1x8x1xf32> {
  %r = linalg.winograd_output_transform fmr(F_4_3) ins(%m : tensor<1x6x1x2x1x1xf32>) outs(%y : tensor<1x1x8x1xf32>) -> tensor<1x1x8x1xf32>
  return %r : tensor<1x1x8x1xf32>
}

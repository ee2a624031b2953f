// script: decompose(S0)
// script: vectorize_op(S0)
// script: pad(S0, d1=3)
func.func @random(%I: tensor<2x6x1x3xf32>, %K: tensor<3x1x3x2xf32>, %O: tensor<2x4x1x2xf32>) -> tensor<2x4x1x2xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%I, %K : tensor<2x6x1x3xf32>, tensor<3x1x3x2xf32>) outs(%O : tensor<2x4x1x2xf32>) -> tensor<2x4x1x2xf32>
  return %0 : tensor<2x4x1x2xf32>
}

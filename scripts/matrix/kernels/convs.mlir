func.func @conv2d(%i: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x4xf32>, %o: tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%i, %k : tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) outs(%o : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  return %0 : tensor<1x6x6x4xf32>
}
func.func @conv2d_stride(%i: tensor<1x9x9x3xf32>, %k: tensor<3x3x3x4xf32>, %o: tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%i, %k : tensor<1x9x9x3xf32>, tensor<3x3x3x4xf32>) outs(%o : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return %0 : tensor<1x4x4x4xf32>
}
func.func @conv_fhwc(%i: tensor<1x8x8x3xf32>, %k: tensor<4x3x3x3xf32>, %o: tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32> {
  %0 = linalg.conv_2d_nhwc_fhwc ins(%i, %k : tensor<1x8x8x3xf32>, tensor<4x3x3x3xf32>) outs(%o : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  return %0 : tensor<1x6x6x4xf32>
}
func.func @conv1d(%i: tensor<2x12x3xf32>, %k: tensor<3x3x4xf32>, %o: tensor<2x10x4xf32>) -> tensor<2x10x4xf32> {
  %0 = linalg.conv_1d_nwc_wcf ins(%i, %k : tensor<2x12x3xf32>, tensor<3x3x4xf32>) outs(%o : tensor<2x10x4xf32>) -> tensor<2x10x4xf32>
  return %0 : tensor<2x10x4xf32>
}
func.func @depthwise(%i: tensor<1x8x8x4xf32>, %k: tensor<3x3x4xf32>, %o: tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwc ins(%i, %k : tensor<1x8x8x4xf32>, tensor<3x3x4xf32>) outs(%o : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  return %0 : tensor<1x6x6x4xf32>
}
func.func @maxpool(%i: tensor<1x8x8x4xf32>) -> tensor<1x3x3x4xf32> {
  %n = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x3x3x4xf32>
  %w = tensor.empty() : tensor<3x3xf32>
  %f = linalg.fill ins(%n : f32) outs(%e : tensor<1x3x3x4xf32>) -> tensor<1x3x3x4xf32>
  %0 = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>} ins(%i, %w : tensor<1x8x8x4xf32>, tensor<3x3xf32>) outs(%f : tensor<1x3x3x4xf32>) -> tensor<1x3x3x4xf32>
  return %0 : tensor<1x3x3x4xf32>
}
func.func @padded(%i: tensor<1x6x6x3xf32>, %k: tensor<3x3x3x4xf32>, %o: tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %i low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %z : f32
  } : tensor<1x6x6x3xf32> to tensor<1x8x8x3xf32>
  %0 = linalg.conv_2d_nhwc_hwcf ins(%p, %k : tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) outs(%o : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  return %0 : tensor<1x6x6x4xf32>
}

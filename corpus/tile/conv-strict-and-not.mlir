// why:    the sum over r, s, c has one order: inner loops of it stay whole unless it may change
// run:    tile --capacity 2KiB
// expect: ok
// run:    tile --capacity 2KiB --allow reassoc --objective balanced
// expect: ok
func.func @conv(%I: tensor<1x16x16x8xf32>, %K: tensor<3x3x8x8xf32>, %O: tensor<1x14x14x8xf32>) -> tensor<1x14x14x8xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
    ins(%I, %K : tensor<1x16x16x8xf32>, tensor<3x3x8x8xf32>) outs(%O : tensor<1x14x14x8xf32>) -> tensor<1x14x14x8xf32>
  return %0 : tensor<1x14x14x8xf32>
}

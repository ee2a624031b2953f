// why:    a convolution as a product of matrices over its windows laid out; windows of one row in one dimension less; a softmax in steps
// run:    transform --transform "im2col(conv)"
// expect: ok
// run:    check --transform "im2col(conv); specialize(conv)"
// expect: proved
// run:    transform --transform "decompose(row)"
// expect: ok
// run:    transform --transform "decompose(soft)"
// expect: ok
func.func @windows(%I: tensor<2x9x7x3xf32>, %K: tensor<3x3x3x4xf32>, %O: tensor<2x4x5x4xf32>, %J: tensor<2x1x7x3xf32>, %L: tensor<1x3x3x4xf32>, %P: tensor<2x1x3x4xf32>, %X: tensor<?x8xf32>, %Y: tensor<?x8xf32>) -> (tensor<2x4x5x4xf32>, tensor<2x1x3x4xf32>, tensor<?x8xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf {polyvet.name = "conv", strides = dense<[2, 1]> : tensor<2xi64>} ins(%I, %K : tensor<2x9x7x3xf32>, tensor<3x3x3x4xf32>) outs(%O : tensor<2x4x5x4xf32>) -> tensor<2x4x5x4xf32>
  %1 = linalg.conv_2d_nhwc_hwcf {polyvet.name = "row", strides = dense<[1, 2]> : tensor<2xi64>} ins(%J, %L : tensor<2x1x7x3xf32>, tensor<1x3x3x4xf32>) outs(%P : tensor<2x1x3x4xf32>) -> tensor<2x1x3x4xf32>
  %2 = linalg.softmax {polyvet.name = "soft"} dimension(1) ins(%X : tensor<?x8xf32>) outs(%Y : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %0, %1, %2 : tensor<2x4x5x4xf32>, tensor<2x1x3x4xf32>, tensor<?x8xf32>
}

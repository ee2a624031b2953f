// why:    two levels of tiles of a convolution on tensors: windows of slices of slices; tiles of three reductions change the order
// run:    validate %after
// expect: proved-reassociated
func.func @conv(%I: tensor<?x?x?x?xf32>, %K: tensor<?x?x?x?xf32>, %O: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%I, %K : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%O : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}

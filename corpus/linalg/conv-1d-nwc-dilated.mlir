// why:    dilation 3 spreads the 2 taps: element d1 + 3*d3 of the image, with channels summed along d4
// run:    relations
// expect: ok
func.func @conv_1d_nwc(%image: memref<2x9x3xf32>, %kernel: memref<2x3x4xf32>, %out: memref<2x6x4xf32>) {
  linalg.conv_1d_nwc_wcf {dilations = dense<3> : tensor<1xi64>} ins(%image, %kernel : memref<2x9x3xf32>, memref<2x3x4xf32>) outs(%out : memref<2x6x4xf32>)
  return
}

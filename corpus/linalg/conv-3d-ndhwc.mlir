// why:    nine loops; stride 2 along depth only
// run:    relations
// expect: ok
func.func @conv_3d(%image: memref<1x5x4x4x2xf32>, %kernel: memref<3x2x2x2x3xf32>, %out: memref<1x2x3x3x3xf32>) {
  linalg.conv_3d_ndhwc_dhwcf {strides = dense<[2, 1, 1]> : tensor<3xi64>} ins(%image, %kernel : memref<1x5x4x4x2xf32>, memref<3x2x2x2x3xf32>) outs(%out : memref<1x2x3x3x3xf32>)
  return
}

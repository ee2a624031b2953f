// why:    the named convolution: seven loops d0 .. d6, of which the window and the input channels reduce
// run:    relations
// expect: ok
// run:    deps
// expect: ok
func.func @conv_nhwc_named(%image: memref<1x9x9x4xf32>, %kernel: memref<3x3x4x8xf32>, %out: memref<1x4x4x8xf32>) {
  linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%image, %kernel : memref<1x9x9x4xf32>, memref<3x3x4x8xf32>) outs(%out : memref<1x4x4x8xf32>)
  return
}

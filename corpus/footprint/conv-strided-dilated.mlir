// why:    stride 3 and dilation 2 leave columns out: the slice around the window is larger than what is read
// run:    footprint --tile d1=2,d2=2
// expect: ok
// run:    footprint --tile d1=2,d2=2,d6=3
// expect: ok
func.func @conv(%image: memref<1x9x12x3xf32>, %kernel: memref<3x2x3x4xf32>, %out: memref<1x4x4x4xf32>) {
  linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>}
      ins(%image, %kernel : memref<1x9x12x3xf32>, memref<3x2x3x4xf32>) outs(%out : memref<1x4x4x4xf32>)
  return
}

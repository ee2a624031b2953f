// why:    linalg to loops: convolution with stride and dilation (mlir-opt 22: --convert-linalg-to-loops)
// run:    validate %after
// expect: proved
func.func @conv(%I: memref<1x7x9x2xf32>, %K: memref<2x3x2x3xf32>, %O: memref<1x3x3x3xf32>) {
  linalg.conv_2d_nhwc_hwcf {strides = dense<[2, 2]> : tensor<2xi64>, dilations = dense<[1, 2]> : tensor<2xi64>}
    ins(%I, %K : memref<1x7x9x2xf32>, memref<2x3x2x3xf32>) outs(%O : memref<1x3x3x3xf32>)
  return
}

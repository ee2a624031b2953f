// why:    groups d1 split channels and filters: an output channel reads only the input channels of its group
// run:    relations
// expect: ok
func.func @conv_2d_grouped(%image: memref<1x2x3x6x6xf32>, %kernel: memref<2x4x3x3x3xf32>, %out: memref<1x2x4x4x4xf32>) {
  linalg.conv_2d_ngchw_gfchw ins(%image, %kernel : memref<1x2x3x6x6xf32>, memref<2x4x3x3x3xf32>) outs(%out : memref<1x2x4x4x4xf32>)
  return
}

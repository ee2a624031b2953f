// why:    the zero points are scalars without subscripts: they are no arrays, so nothing depends on them
// run:    relations
// expect: ok
func.func @conv_2d_q(%image: memref<1x5x5x2xi8>, %kernel: memref<3x3x2x4xi8>, %izp: i32, %kzp: i32, %out: memref<1x3x3x4xi32>) {
  linalg.conv_2d_nhwc_hwcf_q ins(%image, %kernel, %izp, %kzp : memref<1x5x5x2xi8>, memref<3x3x2x4xi8>, i32, i32) outs(%out : memref<1x3x3x4xi32>)
  return
}

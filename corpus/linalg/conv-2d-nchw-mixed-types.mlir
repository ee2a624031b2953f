// why:    channels first; the i8 elements are extended before they are multiplied into the i32 sum
// run:    relations
// expect: ok
// run:    check --transform "tile(d2=2, d3=2)"
// expect: proved
func.func @conv_2d_nchw(%image: memref<1x3x6x6xi8>, %kernel: memref<2x3x3x3xi8>, %out: memref<1x2x4x4xi32>) {
  linalg.conv_2d_nchw_fchw ins(%image, %kernel : memref<1x3x6x6xi8>, memref<2x3x3x3xi8>) outs(%out : memref<1x2x4x4xi32>)
  return
}

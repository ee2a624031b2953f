// why:    windows of 3 at stride 1 overlap: each element is read by up to 9 windows
// run:    relations
// expect: ok
func.func @sum_pool(%image: memref<1x3x7x7xf32>, %window: memref<3x3xf32>, %out: memref<1x3x5x5xf32>) {
  linalg.pooling_nchw_sum ins(%image, %window : memref<1x3x7x7xf32>, memref<3x3xf32>) outs(%out : memref<1x3x5x5xf32>)
  return
}

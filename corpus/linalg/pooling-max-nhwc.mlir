// why:    the window operand is never read, only its extents count; its loops d4, d5 reduce, so their order may change
// run:    relations
// expect: ok
// run:    check --transform "interchange(d4, d5)"
// expect: proved-reassociated
func.func @max_pool(%image: memref<1x8x8x3xf32>, %window: memref<2x2xf32>, %out: memref<1x4x4x3xf32>) {
  linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>} ins(%image, %window : memref<1x8x8x3xf32>, memref<2x2xf32>) outs(%out : memref<1x4x4x3xf32>)
  return
}

// why:    depthwise: the channel d3 occurs in every operand, so it is a parallel loop and nothing is summed over it
// run:    relations
// expect: ok
// run:    deps
// expect: ok
// run:    check --transform "parallelize(d3)"
// expect: proved
func.func @depthwise(%image: memref<1x8x8x4xf32>, %kernel: memref<3x3x4xf32>, %out: memref<1x6x6x4xf32>) {
  linalg.depthwise_conv_2d_nhwc_hwc ins(%image, %kernel : memref<1x8x8x4xf32>, memref<3x3x4xf32>) outs(%out : memref<1x6x6x4xf32>)
  return
}

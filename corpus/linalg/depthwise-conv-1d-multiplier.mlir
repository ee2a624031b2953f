// why:    each channel d2 gives m = d3 outputs: the image is read once for every multiplier
// run:    relations
// expect: ok
func.func @depthwise_multiplier(%image: memref<?x?x?xf32>, %kernel: memref<?x?x?xf32>, %out: memref<?x?x?x?xf32>) {
  linalg.depthwise_conv_1d_nwc_wcm ins(%image, %kernel : memref<?x?x?xf32>, memref<?x?x?xf32>) outs(%out : memref<?x?x?x?xf32>)
  return
}

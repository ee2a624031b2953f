// why:    linalg.contract with maps of its own: queries times keys over the head dimension d4, per batch and head
// run:    relations
// expect: ok
func.func @scores(%Q: memref<2x3x4x8xf32>, %K: memref<2x3x5x8xf32>, %S: memref<2x3x4x5xf32>) {
  linalg.contract indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>,
                                   affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>,
                                   affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>]
      ins(%Q, %K : memref<2x3x4x8xf32>, memref<2x3x5x8xf32>) outs(%S : memref<2x3x4x5xf32>)
  return
}

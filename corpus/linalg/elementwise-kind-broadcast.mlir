// why:    the maps of linalg.elementwise may broadcast: row d0 of the bias is read by all d1
// run:    relations
// expect: ok
func.func @bias(%X: memref<4x8xf32>, %bias: memref<4xf32>) {
  linalg.elementwise kind=#linalg.elementwise_kind<add>
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>]
      ins(%X, %bias : memref<4x8xf32>, memref<4xf32>) outs(%X : memref<4x8xf32>)
  return
}

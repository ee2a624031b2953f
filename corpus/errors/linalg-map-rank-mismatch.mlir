// why:    the output map has one result but the output has rank two
// run:    parse
// expect: error
func.func @linalg_map_rank_mismatch(%A: memref<4x4xf32>, %B: memref<4x4xf32>) {
  linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%A : memref<4x4xf32>) outs(%B : memref<4x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  return
}

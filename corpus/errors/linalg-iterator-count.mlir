// why:    two iterator types for maps of three dimensions
// run:    parse
// expect: error
func.func @linalg_iterator_count(%A: memref<4x4x4xf32>) {
  linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel"]}
      outs(%A : memref<4x4x4xf32>) {
  ^bb0(%a: f32):
    linalg.yield %a : f32
  }
  return
}

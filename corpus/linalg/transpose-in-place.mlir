// why:    the same buffer is read as (d1, d0) and written as (d0, d1): on one buffer "parallel" is a wrong claim
// run:    relations
// expect: ok
// run:    deps
// expect: ok
// run:    check --transform "reverse(d0)"
// expect: refuted
func.func @transpose_in_place(%A: memref<8x8xf32>) {
  linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%A : memref<8x8xf32>) outs(%A : memref<8x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  }
  return
}

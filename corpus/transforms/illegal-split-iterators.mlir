// why:    a matrix mirrored in place: which half stays depends on the order of the iterations
// run:    check --transform "split_iterators(S0, d1, 3)"
// expect: refuted
func.func @mirror(%A: memref<6x6xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%A : memref<6x6xf32>) outs(%A : memref<6x6xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

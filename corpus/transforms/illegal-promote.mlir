// why:    the copy keeps what the operation itself writes over, because input and output are the same buffer
// run:    check --transform "promote(S0, 0)"
// expect: refuted
func.func @mirror(%A: memref<6x6xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%A : memref<6x6xf32>) outs(%A : memref<6x6xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// why:    out of place, a transpose is two permutations: both access relations are injective and every order is right
// run:    relations
// expect: ok
// run:    deps
// expect: ok
// run:    check --transform "interchange(d0, d1)"
// expect: proved
// run:    check --transform "tile(d0=8, d1=8); parallelize(d0)"
// expect: proved
func.func @transpose_generic(%A: memref<?x?xf32>, %T: memref<?x?xf32>) {
  linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%A : memref<?x?xf32>) outs(%T : memref<?x?xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  }
  return
}

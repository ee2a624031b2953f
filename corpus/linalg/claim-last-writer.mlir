// why:    d1 is missing from the output map and nothing is added: the last column wins, which is no reduction either
// run:    relations
// expect: ok
// run:    deps
// expect: ok
// run:    check --transform "reverse(d1)"
// expect: refuted
// run:    check --transform "interchange(d0, d1)"
// expect: proved
func.func @claim_last_writer(%A: memref<?x?xf32>, %last: memref<?xf32>) {
  linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%A : memref<?x?xf32>) outs(%last : memref<?xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  }
  return
}

// why:    both loops reduce one cell: the maximum of all elements may be taken in any order
// run:    relations
// expect: ok
// run:    deps
// expect: ok
// run:    check --transform "interchange(d0, d1)"
// expect: proved-reassociated
// run:    check --transform "tile(d0=2, d1=2)"
// expect: proved-reassociated
func.func @reduction_total_max(%A: memref<?x?xf32>, %peak: memref<f32>) {
  linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>],
      iterator_types = ["reduction", "reduction"]}
      ins(%A : memref<?x?xf32>) outs(%peak : memref<f32>) {
  ^bb0(%a: f32, %acc: f32):
    %v = arith.maximumf %acc, %a : f32
    linalg.yield %v : f32
  }
  return
}

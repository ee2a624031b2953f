// why:    both loops name the output element, so both are parallel: claiming "reduction" is too modest, not wrong
// run:    relations
// expect: ok
// run:    deps
// expect: ok
// run:    check --transform "parallelize(d0); parallelize(d1)"
// expect: proved
func.func @claim_parallel_as_reduction(%A: memref<?x?xf32>, %B: memref<?x?xf32>) {
  linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%A : memref<?x?xf32>) outs(%B : memref<?x?xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %v = arith.addf %acc, %a : f32
    linalg.yield %v : f32
  }
  return
}

// why:    d1 is missing from the output map but claimed "parallel": the true type is reduction, and the claim is a race
// run:    relations
// expect: ok
// run:    deps
// expect: ok
// run:    check --transform "parallelize(d1)"
// expect: refuted
// run:    check --transform "parallelize(d0)"
// expect: proved
func.func @claim_reduction_as_parallel(%A: memref<?x?xf32>, %sums: memref<?xf32>) {
  linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%A : memref<?x?xf32>) outs(%sums : memref<?xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %v = arith.addf %acc, %a : f32
    linalg.yield %v : f32
  }
  return
}

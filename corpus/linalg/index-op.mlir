// why:    linalg.index makes the value depend on the iteration: a lower triangle is kept, the rest becomes zero
// run:    relations
// expect: ok
// run:    deps
// expect: ok
// run:    check --transform "interchange(d0, d1); reverse(d1)"
// expect: proved
func.func @index_op(%A: memref<?x?xf32>, %out: memref<?x?xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%A : memref<?x?xf32>) outs(%out : memref<?x?xf32>) {
  ^bb0(%a: f32, %old: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %keep = arith.cmpi sge, %i, %j : index
    %v = arith.select %keep, %a, %zero : f32
    linalg.yield %v : f32
  }
  return
}

// why:    one statement with two results of different rank: the copy is parallel in both loops, the sum only in d0
// run:    relations
// expect: ok
// run:    deps
// expect: ok
// run:    check --transform "interchange(d0, d1)"
// expect: proved
// run:    check --transform "parallelize(d1)"
// expect: refuted
func.func @two_results(%A: memref<?x?xf32>, %copy: memref<?x?xf32>, %sums: memref<?xf32>) {
  linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%A : memref<?x?xf32>) outs(%copy, %sums : memref<?x?xf32>, memref<?xf32>) {
  ^bb0(%a: f32, %old: f32, %acc: f32):
    %sum = arith.addf %acc, %a : f32
    linalg.yield %a, %sum : f32, f32
  }
  return
}

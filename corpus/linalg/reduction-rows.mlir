// why:    row sums: d1 is missing from the output map, so it is the true reduction; rows stay independent
// run:    relations
// expect: ok
// run:    deps
// expect: ok
// run:    check --transform "interchange(d0, d1)"
// expect: proved
// run:    check --transform "reverse(d1)"
// expect: proved-reassociated
// run:    check --transform "parallelize(d1)"
// expect: refuted
func.func @reduction_rows(%A: tensor<?x?xf32>, %start: tensor<?xf32>) -> tensor<?xf32> {
  %sums = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%A : tensor<?x?xf32>) outs(%start : tensor<?xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %v = arith.addf %acc, %a : f32
    linalg.yield %v : f32
  } -> tensor<?xf32>
  return %sums : tensor<?xf32>
}

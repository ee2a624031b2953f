// why:    three identity maps: each iteration owns one element of every operand, and the old output is not read
// run:    relations
// expect: ok
// run:    deps
// expect: ok
// run:    check --transform "reverse(d0); parallelize(d0)"
// expect: proved
func.func @elementwise_add(%A: tensor<?xf32>, %B: tensor<?xf32>, %out: tensor<?xf32>) -> tensor<?xf32> {
  %sum = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]}
      ins(%A, %B : tensor<?xf32>, tensor<?xf32>) outs(%out : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %v = arith.addf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

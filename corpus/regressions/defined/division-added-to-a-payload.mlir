// why:    an operation of a payload that nobody uses has its condition for each element
// run:    validate %after
// expect: refuted
func.func @f(%A: tensor<?xi32>, %B: tensor<?xi32>) -> tensor<?xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%A : tensor<?xi32>) outs(%B : tensor<?xi32>) {
  ^bb0(%a: i32, %b: i32):
    %q = arith.divui %a, %b : i32
    linalg.yield %q : i32
  } -> tensor<?xi32>
  return %r : tensor<?xi32>
}

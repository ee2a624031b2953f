// script: split_reduction(S0, d1=2)
// script: split_reduction(S0, 3, d1=2)
func.func @random(%A: tensor<?xNxi32>, %B: tensor<?xi32>) -> tensor<?xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
    iterator_types = ["parallel", "reduction"]} ins(%A : tensor<?xNxi32>) outs(%B : tensor<?xi32>) {
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %b, %a : i32
    linalg.yield %s : i32
  } -> tensor<?xi32>
  return %r : tensor<?xi32>
}

// why:    what is taken away in each tile is taken away from the rest again: a difference is not associative
// run:    check --transform "tile_reduction_using_forall(S0, 0.0, d1=4)"
// expect: refuted
func.func @differences(%A: tensor<4x10xf32>, %C: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%A : tensor<4x10xf32>) outs(%C : tensor<4xf32>) {
  ^bb0(%a: f32, %c: f32):
    %p = arith.subf %c, %a : f32
    linalg.yield %p : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

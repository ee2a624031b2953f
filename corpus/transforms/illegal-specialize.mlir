// why:    products are multiplied up: no named operation does that
// run:    check --transform "specialize(S0)"
// expect: error
func.func @products(%A: tensor<4x10xf32>, %C: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%A : tensor<4x10xf32>) outs(%C : tensor<4xf32>) {
  ^bb0(%a: f32, %c: f32):
    %p = arith.mulf %c, %a : f32
    linalg.yield %p : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

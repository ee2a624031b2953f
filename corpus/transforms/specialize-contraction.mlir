// why:    sums over both loops are a contraction, but that has to say its maps: `linalg.contract` without them was written, which cannot be read
// run:    transform --transform "specialize(S0)"
// expect: error
func.func @dot(%A: tensor<3x3xf32>, %B: tensor<3x3xf32>, %C: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>],
    iterator_types = ["reduction", "reduction"]} ins(%A, %B : tensor<3x3xf32>, tensor<3x3xf32>) outs(%C : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

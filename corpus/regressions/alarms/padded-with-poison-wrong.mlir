// why:    the wrong neighbour: the padding is summed up
// run:    validate %after
// expect: refuted
func.func @f(%A: tensor<60xf32>, %s: tensor<f32>) -> tensor<f32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%A : tensor<60xf32>) outs(%s : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.addf %a, %o : f32
    linalg.yield %x : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// why:    A root of weights that are one number is that number, if it is rounded correctly, which the proof assumes
// run:    validate %after
// expect: proved
func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> {
  %w = arith.constant dense<3.0> : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%t, %w : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = math.rsqrt %b : f32
    %s = arith.mulf %a, %q : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

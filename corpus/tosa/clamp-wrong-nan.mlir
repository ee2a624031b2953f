// why:    NaN becomes a bound in both
// run:    validate %after
// expect: refuted
func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tosa.clamp %a {min_val = -1.0 : f32, max_val = 2.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tosa.clamp %a {min_val = -1.0 : f32, max_val = 2.0 : f32, nan_mode = IGNORE} : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

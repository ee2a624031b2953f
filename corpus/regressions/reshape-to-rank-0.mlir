// why:    one element with and without dimensions
// run:    validate %after
// expect: proved
func.func @f(%a: tensor<1x1xf32>, %s: tensor<f32>) -> tensor<f32> {
  %0 = tensor.collapse_shape %a [] : tensor<1x1xf32> into tensor<f32>
  return %0 : tensor<f32>
}

// why:    the shape that is given, not the type, decides what is defined: it was not read, and this was proved
// run:    validate %after
// expect: refuted
func.func @f(%t: tensor<4xf32>) -> tensor<1x4xf32> {
  %e = tensor.expand_shape %t [[0, 1]] output_shape [1, 4] : tensor<4xf32> into tensor<1x4xf32>
  return %e : tensor<1x4xf32>
}

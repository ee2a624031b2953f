// why:    its extent is another one
// run:    validate %after
// expect: refuted
func.func @f(%n: index, %a: index, %b: index) -> tensor<2x3x?x7xf32> {
  %0 = tensor.empty(%n) : tensor<6x?xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2, 3]] output_shape [2, 3, %a, 7] : tensor<6x?xf32> into tensor<2x3x?x7xf32>
  return %1 : tensor<2x3x?x7xf32>
}

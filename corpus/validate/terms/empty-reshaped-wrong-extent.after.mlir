func.func @f(%n: index, %a: index, %b: index) -> tensor<2x3x?x7xf32> {
  %0 = tensor.empty(%b) : tensor<2x3x?x7xf32>
  return %0 : tensor<2x3x?x7xf32>
}

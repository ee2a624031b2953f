func.func @f(%x: tensor<4x?x4x32x4x?xf16>, %a: index, %b: index) -> tensor<4x?x4x128x?x32xf16> {
  %e = tensor.expand_shape %x [[0], [1], [2], [3], [4], [5, 6]] output_shape [4, %a, 4, 32, 4, %b, 32] : tensor<4x?x4x32x4x?xf16> into tensor<4x?x4x32x4x?x32xf16>
  %c = tensor.collapse_shape %e [[0], [1], [2], [3, 4], [5], [6]] : tensor<4x?x4x32x4x?x32xf16> into tensor<4x?x4x128x?x32xf16>
  return %c : tensor<4x?x4x128x?x32xf16>
}

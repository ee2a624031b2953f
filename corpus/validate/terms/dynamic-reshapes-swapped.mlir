// why:    what is collapsed and expanded is expanded and collapsed: an extent that is alone with numbers is what they leave
// run:    validate %after
// expect: proved
func.func @f(%x: tensor<4x?x4x32x4x?xf16>, %a: index, %b: index) -> tensor<4x?x4x128x?x32xf16> {
  %c = tensor.collapse_shape %x [[0, 1, 2], [3, 4], [5]] : tensor<4x?x4x32x4x?xf16> into tensor<?x128x?xf16>
  %e = tensor.expand_shape %c [[0, 1, 2], [3], [4, 5]] output_shape [4, %a, 4, 128, %b, 32] : tensor<?x128x?xf16> into tensor<4x?x4x128x?x32xf16>
  return %e : tensor<4x?x4x128x?x32xf16>
}

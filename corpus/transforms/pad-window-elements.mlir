// why:    elements of a window that are added multiply by 0 what lies behind it, which may be infinite
// run:    check --transform "pad(linalg.conv_2d_nhwc_hwcf, d4=4)"
// expect: refuted
func.func @convs(%a: tensor<2x9x9x3xf32>, %b: tensor<3x3x3x5xf32>, %c: tensor<2x7x7x5xf32>) -> tensor<2x7x7x5xf32> {
  %r = linalg.conv_2d_nhwc_hwcf ins(%a, %b : tensor<2x9x9x3xf32>, tensor<3x3x3x5xf32>) outs(%c : tensor<2x7x7x5xf32>) -> tensor<2x7x7x5xf32>
  return %r : tensor<2x7x7x5xf32>
}

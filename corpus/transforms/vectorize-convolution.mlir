// why:    windows are unrolled, all else is a dimension of vectors; strides are those of slices
// run:    check --transform "vectorize_op(linalg.conv_1d_nwc_wcf)"
// expect: proved-reassociated
func.func @c1s(%a: tensor<2x13x3xf32>, %b: tensor<3x3x5xf32>, %c: tensor<2x6x5xf32>) -> tensor<2x6x5xf32> {
  %r = linalg.conv_1d_nwc_wcf {strides = dense<2> : vector<1xi64>} ins(%a, %b : tensor<2x13x3xf32>, tensor<3x3x5xf32>) outs(%c : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %r : tensor<2x6x5xf32>
}

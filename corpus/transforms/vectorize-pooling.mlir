// why:    all that is summed is in the window: vectors are combined element by element
// run:    check --transform "vectorize_op(linalg.pooling_nhwc_max)"
// expect: proved
func.func @pool(%a: tensor<1x8x8x2xf32>, %w: tensor<2x2xf32>, %c: tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32> {
  %r = linalg.pooling_nhwc_max {strides = dense<2> : vector<2xi64>} ins(%a, %w : tensor<1x8x8x2xf32>, tensor<2x2xf32>) outs(%c : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  return %r : tensor<1x4x4x2xf32>
}

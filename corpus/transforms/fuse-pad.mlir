// why:    tiles of a convolution pad what they read, and nothing more
// run:    check --transform "t, l = tile_using_forall(linalg.conv_2d_nhwc_hwcf, d1=4, d2=5); fuse_into_containing_op(tensor.pad, l)"
// expect: proved
func.func @padconv(%s: tensor<1x14x14x4xf32>, %k: tensor<3x3x4x8xf32>, %d: tensor<1x14x14x8xf32>) -> tensor<1x14x14x8xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %s low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%a: index, %b: index, %c: index, %e: index):
    tensor.yield %z : f32
  } : tensor<1x14x14x4xf32> to tensor<1x16x16x4xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%p, %k : tensor<1x16x16x4xf32>, tensor<3x3x4x8xf32>) outs(%d : tensor<1x14x14x8xf32>) -> tensor<1x14x14x8xf32>
  return %r : tensor<1x14x14x8xf32>
}

// script: t, l = tile_using_for(linalg.conv_1d, d0=4); fuse_into_containing_op(tensor.pad, l)
// script: t, l = tile_using_forall(linalg.conv_1d, d0=3); fuse_into_containing_op(tensor.pad, l)
func.func @random(%I: tensor<9xf32>, %K: tensor<3xf32>, %O: tensor<9xf32>) -> tensor<9xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %I low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<9xf32> to tensor<11xf32>
  %0 = linalg.conv_1d ins(%p, %K : tensor<11xf32>, tensor<3xf32>) outs(%O : tensor<9xf32>) -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

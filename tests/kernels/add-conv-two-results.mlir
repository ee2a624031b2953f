// script: t, l = tile_using_for(S1, d0=4); fuse_into_containing_op(S0, l, yield)
// script: t, l = tile_using_forall(S1, d0=4); fuse_into_containing_op(S0, l, yield)
func.func @random(%A: tensor<?xi32>, %W: tensor<3xi32>, %C: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>) {
  %p = linalg.add {polyvet.name = "S0"} ins(%A, %A : tensor<?xi32>, tensor<?xi32>) outs(%A : tensor<?xi32>) -> tensor<?xi32>
  %c = linalg.conv_1d {polyvet.name = "S1"} ins(%p, %W : tensor<?xi32>, tensor<3xi32>) outs(%C : tensor<?xi32>) -> tensor<?xi32>
  return %c, %p : tensor<?xi32>, tensor<?xi32>
}

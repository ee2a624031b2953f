// script: t, l = tile_using_forall(S2, d1=4); fuse_into_containing_op(S1, l)
// script: collapse_dims(S1, d0, d1)
// script: fuse_elementwise(S1, S2)
func.func @random(%A: tensor<1x?xf32>, %B: tensor<?xf32>, %C: tensor<1x?xf32>) -> tensor<1x?xf32> {
  %s = linalg.broadcast ins(%B : tensor<?xf32>) outs(%C : tensor<1x?xf32>) dimensions = [0]
  %0 = linalg.add ins(%A, %s : tensor<1x?xf32>, tensor<1x?xf32>) outs(%C : tensor<1x?xf32>) -> tensor<1x?xf32>
  %1 = linalg.exp ins(%0 : tensor<1x?xf32>) outs(%C : tensor<1x?xf32>) -> tensor<1x?xf32>
  return %1 : tensor<1x?xf32>
}

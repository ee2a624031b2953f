// script: tile_using_for(S0, d0=3, d1=4); vectorize_op(S0, d0=3, d1=4)
// script: vectorize_op(S0, d0=16, d2=16)
// script: split_reduction(S0, 1.0, d2=2)
// script: pack_operand(S0, 1, d1=2)
// script: split_reduction(S0, d2=2)
// script: tile_reduction_using_for(S0, d2=3)
// script: tile_reduction_using_forall(S0, d2=3)
// script: transpose_operand(S0, 1, 1, 0)
func.func @random(%A: tensor<NxNxf32>, %B: tensor<NxNxf32>, %C: tensor<NxNxf32>) -> tensor<NxNxf32> {
  %m = linalg.matmul ins(%A, %B : tensor<NxNxf32>, tensor<NxNxf32>) outs(%C : tensor<NxNxf32>) -> tensor<NxNxf32>
  return %m : tensor<NxNxf32>
}

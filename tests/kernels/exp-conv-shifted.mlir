// script: t, l = tile_using_for(S2, d0=4); fuse_into_containing_op(S1, l)
// script: t, l = tile_using_forall(S2, d0=3); fuse_into_containing_op(S1, l); fuse_into_containing_op(S0, l)
// script: t, l = tile_using_for(S1, d0=5); fuse_into_containing_op(S0, l)
func.func @random(%A: tensor<20xf32>, %W: tensor<3xf32>, %B: tensor<20xf32>, %C: tensor<18xf32>) -> tensor<18xf32> {
  %p = linalg.exp {polyvet.name = "S0"} ins(%A : tensor<20xf32>) outs(%B : tensor<20xf32>) -> tensor<20xf32>
  %c = linalg.conv_1d {polyvet.name = "S1"} ins(%p, %W : tensor<20xf32>, tensor<3xf32>) outs(%C : tensor<18xf32>) -> tensor<18xf32>
  %d = linalg.generic {polyvet.name = "S2", indexing_maps = [affine_map<(d0) -> (d0 + 1)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
    iterator_types = ["parallel"]} ins(%p, %c : tensor<20xf32>, tensor<18xf32>) outs(%C : tensor<18xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.subf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<18xf32>
  return %d : tensor<18xf32>
}

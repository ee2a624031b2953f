// script: t, l = tile_using_for(S1, d0=2); fuse_into_containing_op(S0, l)
// script: t, l = tile_using_forall(S1, d1=3); fuse_into_containing_op(S0, l, yield)
// script: t, l, k = tile_using_for(S2, d0=2, d1=3); fuse_into_containing_op(S1, l, recompute)
// script: t, l, k = tile_using_for(S2, d1=4, d0=3); fuse_into_containing_op(S0, l, yield)
func.func @random(%A: tensor<?xNxi32>, %B: tensor<?xNxi32>) -> (tensor<?xNxi32>, tensor<?xNxi32>) {
  %p = linalg.generic {polyvet.name = "S0", indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
    iterator_types = ["parallel", "parallel"]} ins(%A : tensor<?xNxi32>) outs(%B : tensor<?xNxi32>) {
  ^bb0(%a: i32, %b: i32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %s = arith.muli %n, %a : i32
    linalg.yield %s : i32
  } -> tensor<?xNxi32>
  %c = linalg.add {polyvet.name = "S1"} ins(%p, %A : tensor<?xNxi32>, tensor<?xNxi32>) outs(%B : tensor<?xNxi32>) -> tensor<?xNxi32>
  %d = linalg.sub {polyvet.name = "S2"} ins(%c, %p : tensor<?xNxi32>, tensor<?xNxi32>) outs(%B : tensor<?xNxi32>) -> tensor<?xNxi32>
  return %d, %p : tensor<?xNxi32>, tensor<?xNxi32>
}

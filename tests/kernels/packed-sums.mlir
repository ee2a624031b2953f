// script: lower_pack(linalg.pack)
// script: lower_unpack(linalg.unpack)
// script: tile_using_for(linalg.pack, d0=3)
// script: tile_using_forall(linalg.unpack, d1=3)
// script: generalize(linalg.unpack)
// script: g = bufferize(linalg.unpack); lower_to_scf(g)
// script: bufferize(linalg.pack)
// script: unpack(linalg.generic)
// script: pack_transpose(linalg.generic, 0, outer=1:0)
func.func @random(%A: tensor<NxNxi32>, %C: tensor<Nxi32>, %E: tensor<NxNxi32>) -> (tensor<Nxi32>, tensor<NxNxi32>) {
  %pad = arith.constant 0 : i32
  %e = tensor.empty() : tensor<NxMx4xi32>
  %p = linalg.pack %A padding_value(%pad : i32) inner_dims_pos = [1] inner_tiles = [4] into %e : tensor<NxNxi32> -> tensor<NxMx4xi32>
  %r = linalg.generic {polyvet.name = "S0", indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>],
    iterator_types = ["parallel", "reduction", "reduction"]} ins(%p : tensor<NxMx4xi32>) outs(%C : tensor<Nxi32>) {
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %b, %a : i32
    linalg.yield %s : i32
  } -> tensor<Nxi32>
  %u = linalg.unpack %p inner_dims_pos = [1] inner_tiles = [4] into %E : tensor<NxMx4xi32> -> tensor<NxNxi32>
  return %r, %u : tensor<Nxi32>, tensor<NxNxi32>
}

func.func @f(%A: tensor<8x60xf32>, %D: tensor<8x64xf32>) -> tensor<8x60xf32> {
  %p = ub.poison : f32
  %e = tensor.empty() : tensor<1x4x8x16xf32>
  %pack = linalg.pack %A padding_value(%p : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 16] into %e : tensor<8x60xf32> -> tensor<1x4x8x16xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k, l) -> (i, j, k, l)>, affine_map<(i, j, k, l) -> (i, j, k, l)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%pack : tensor<1x4x8x16xf32>) outs(%e : tensor<1x4x8x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.addf %a, %a : f32
    linalg.yield %x : f32
  } -> tensor<1x4x8x16xf32>
  %d = tensor.empty() : tensor<8x60xf32>
  %u = linalg.unpack %r inner_dims_pos = [0, 1] inner_tiles = [8, 16] into %d : tensor<1x4x8x16xf32> -> tensor<8x60xf32>
  return %u : tensor<8x60xf32>
}

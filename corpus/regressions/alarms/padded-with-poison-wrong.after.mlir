func.func @f(%A: tensor<60xf32>, %s: tensor<f32>) -> tensor<f32> {
  %p = ub.poison : f32
  %e = tensor.empty() : tensor<4x16xf32>
  %pack = linalg.pack %A padding_value(%p : f32) inner_dims_pos = [0] inner_tiles = [16] into %e : tensor<60xf32> -> tensor<4x16xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%pack : tensor<4x16xf32>) outs(%s : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.addf %a, %o : f32
    linalg.yield %x : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

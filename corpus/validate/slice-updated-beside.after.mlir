#id = affine_map<(d0) -> (d0)>
func.func @f(%C: tensor<16xf32>, %R: tensor<4xf32>) -> (tensor<16xf32>, tensor<4xf32>) {
  %v = tensor.extract_slice %C[4] [4] [1] : tensor<16xf32> to tensor<4xf32>
  %w = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%v : tensor<4xf32>) {
  ^bb0(%x: f32):
    %y = arith.addf %x, %x : f32
    linalg.yield %y : f32
  } -> tensor<4xf32>
  %r = tensor.insert_slice %w into %C[4] [4] [1] : tensor<4xf32> into tensor<16xf32>
  %u = tensor.extract_slice %r[5] [4] [1] : tensor<16xf32> to tensor<4xf32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%u : tensor<4xf32>) outs(%R : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return %r, %s : tensor<16xf32>, tensor<4xf32>
}

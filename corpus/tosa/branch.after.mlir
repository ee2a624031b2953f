#map = affine_map<() -> ()>
module {
  func.func @main(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<f32> {
    %extracted = tensor.extract %arg0[] : tensor<i1>
    %0 = scf.if %extracted -> (tensor<f32>) {
      %1 = tensor.empty() : tensor<f32>
      %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%arg1, %arg2 : tensor<f32>, tensor<f32>) outs(%1 : tensor<f32>) {
      ^bb0(%in: f32, %in_0: f32, %out: f32):
        %3 = arith.addf %in, %in_0 : f32
        linalg.yield %3 : f32
      } -> tensor<f32>
      scf.yield %2 : tensor<f32>
    } else {
      %1 = tensor.empty() : tensor<f32>
      %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%arg1, %arg2 : tensor<f32>, tensor<f32>) outs(%1 : tensor<f32>) {
      ^bb0(%in: f32, %in_0: f32, %out: f32):
        %3 = arith.subf %in, %in_0 : f32
        linalg.yield %3 : f32
      } -> tensor<f32>
      scf.yield %2 : tensor<f32>
    }
    return %0 : tensor<f32>
  }
}


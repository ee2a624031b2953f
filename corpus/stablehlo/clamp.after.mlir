#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<f32>, %arg1: tensor<4xf32>, %arg2: tensor<f32>) -> tensor<4xf32> {
    %0 = tensor.empty() : tensor<4xf32>
    %extracted = tensor.extract %arg0[] : tensor<f32>
    %extracted_0 = tensor.extract %arg2[] : tensor<f32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg1 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %extracted, %in : f32
      %3 = arith.minimumf %2, %extracted_0 : f32
      linalg.yield %3 : f32
    } -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}


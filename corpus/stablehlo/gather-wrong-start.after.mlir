#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<8x2xf32>, %arg1: tensor<3x1xi32>) -> tensor<3x2xf32> {
    %0 = tensor.empty() : tensor<3x1x2xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<3x1xi32>) outs(%0 : tensor<3x1x2xf32>) {
    ^bb0(%in: i32, %out: f32):
      %2 = arith.index_cast %in : i32 to index
      %3 = linalg.index 2 : index
      %extracted = tensor.extract %arg0[%2, %3] : tensor<8x2xf32>
      linalg.yield %extracted : f32
    } -> tensor<3x1x2xf32>
    %collapsed = tensor.collapse_shape %1 [[0], [1, 2]] : tensor<3x1x2xf32> into tensor<3x2xf32>
    return %collapsed : tensor<3x2xf32>
  }
}


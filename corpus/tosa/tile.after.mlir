#map = affine_map<(d0, d1, d2, d3) -> (d1, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module {
  func.func @main(%arg0: tensor<2x3xi8>) -> tensor<4x9xi8> {
    %0 = tensor.empty() : tensor<2x2x3x3xi8>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x3xi8>) outs(%0 : tensor<2x2x3x3xi8>) {
    ^bb0(%in: i8, %out: i8):
      linalg.yield %in : i8
    } -> tensor<2x2x3x3xi8>
    %collapsed = tensor.collapse_shape %1 [[0, 1], [2, 3]] : tensor<2x2x3x3xi8> into tensor<4x9xi8>
    return %collapsed : tensor<4x9xi8>
  }
}


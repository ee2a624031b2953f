#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<4xi8>) -> tensor<4xi8> {
    %c7_i8 = arith.constant 7 : i8
    %0 = tensor.empty() : tensor<4xi8>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xi8>) outs(%0 : tensor<4xi8>) {
    ^bb0(%in: i8, %out: i8):
      linalg.yield %c7_i8 : i8
    } -> tensor<4xi8>
    return %1 : tensor<4xi8>
  }
}


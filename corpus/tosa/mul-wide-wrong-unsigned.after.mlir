#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<4xi16>, %arg1: tensor<4xi16>) -> tensor<4xi32> {
    %0 = tensor.empty() : tensor<4xi32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg1 : tensor<4xi16>, tensor<4xi16>) outs(%0 : tensor<4xi32>) {
    ^bb0(%in: i16, %in_0: i16, %out: i32):
      %2 = arith.extsi %in : i16 to i32
      %3 = arith.extui %in_0 : i16 to i32
      %4 = arith.muli %2, %3 : i32
      linalg.yield %4 : i32
    } -> tensor<4xi32>
    return %1 : tensor<4xi32>
  }
}


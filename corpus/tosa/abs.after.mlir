#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<4xi32>) -> tensor<4xi32> {
    %c0_i32 = arith.constant 0 : i32
    %0 = tensor.empty() : tensor<4xi32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xi32>) outs(%0 : tensor<4xi32>) {
    ^bb0(%in: i32, %out: i32):
      %2 = arith.subi %c0_i32, %in : i32
      %3 = arith.maxsi %in, %2 : i32
      linalg.yield %3 : i32
    } -> tensor<4xi32>
    return %1 : tensor<4xi32>
  }
}


#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<4xi32>) -> tensor<4xi32> {
    %c4_i64 = arith.constant 4 : i64
    %c3_i64 = arith.constant 3 : i64
    %0 = tensor.empty() : tensor<4xi32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg0 : tensor<4xi32>, tensor<4xi32>) outs(%0 : tensor<4xi32>) {
    ^bb0(%in: i32, %in_0: i32, %out: i32):
      %2 = arith.extui %in : i32 to i64
      %3 = arith.extsi %in_0 : i32 to i64
      %4 = arith.muli %2, %3 : i64
      %5 = arith.addi %4, %c4_i64 : i64
      %6 = arith.shrsi %5, %c3_i64 : i64
      %7 = arith.trunci %6 : i64 to i32
      linalg.yield %7 : i32
    } -> tensor<4xi32>
    return %1 : tensor<4xi32>
  }
}


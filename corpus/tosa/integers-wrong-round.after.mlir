#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi1>) {
    %false = arith.constant false
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %c-1_i32 = arith.constant -1 : i32
    %0 = tensor.empty() : tensor<4xi32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg1 : tensor<4xi32>, tensor<4xi32>) outs(%0 : tensor<4xi32>) {
    ^bb0(%in: i32, %in_0: i32, %out: i32):
      %10 = arith.subi %in, %in_0 : i32
      linalg.yield %10 : i32
    } -> tensor<4xi32>
    %2 = tensor.empty() : tensor<4xi32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xi32>) outs(%2 : tensor<4xi32>) {
    ^bb0(%in: i32, %out: i32):
      %10 = arith.xori %in, %c-1_i32 : i32
      linalg.yield %10 : i32
    } -> tensor<4xi32>
    %4 = tensor.empty() : tensor<4xi32>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg1 : tensor<4xi32>, tensor<4xi32>) outs(%4 : tensor<4xi32>) {
    ^bb0(%in: i32, %in_0: i32, %out: i32):
      %10 = arith.shrsi %in, %in_0 : i32
      %11 = arith.cmpi sgt, %in_0, %c0_i32 : i32
      %12 = arith.subi %in_0, %c1_i32 : i32
      %13 = arith.shrsi %in, %12 : i32
      %14 = arith.trunci %13 : i32 to i1
      %15 = arith.select %11, %14, %false : i1
      %16 = arith.extui %15 : i1 to i32
      %17 = arith.maxsi %10, %16 : i32
      linalg.yield %17 : i32
    } -> tensor<4xi32>
    %6 = tensor.empty() : tensor<4xi32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%3, %arg1 : tensor<4xi32>, tensor<4xi32>) outs(%6 : tensor<4xi32>) {
    ^bb0(%in: i32, %in_0: i32, %out: i32):
      %10 = arith.maxsi %in, %in_0 : i32
      linalg.yield %10 : i32
    } -> tensor<4xi32>
    %8 = tensor.empty() : tensor<4xi1>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg1 : tensor<4xi32>, tensor<4xi32>) outs(%8 : tensor<4xi1>) {
    ^bb0(%in: i32, %in_0: i32, %out: i1):
      %10 = arith.cmpi sgt, %in, %in_0 : i32
      linalg.yield %10 : i1
    } -> tensor<4xi1>
    return %1, %3, %5, %7, %9 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi1>
  }
}


#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) -> tensor<4xi32> {
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %c-2147483648_i32 = arith.constant -2147483648 : i32
    %c-1_i32 = arith.constant -1 : i32
    %0 = tensor.empty() : tensor<4xi32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg1 : tensor<4xi32>, tensor<4xi32>) outs(%0 : tensor<4xi32>) {
    ^bb0(%in: i32, %in_0: i32, %out: i32):
      %2 = arith.cmpi eq, %in_0, %c0_i32 : i32
      %3 = arith.cmpi eq, %in, %c-2147483648_i32 : i32
      %4 = arith.cmpi eq, %in_0, %c-1_i32 : i32
      %5 = arith.andi %3, %4 : i1
      %6 = arith.ori %2, %5 : i1
      %7 = arith.select %6, %c1_i32, %in_0 : i32
      %8 = arith.divsi %in, %7 : i32
      %9 = arith.select %5, %c-2147483648_i32, %8 : i32
      %10 = arith.select %2, %c-1_i32, %9 : i32
      linalg.yield %10 : i32
    } -> tensor<4xi32>
    return %1 : tensor<4xi32>
  }
}


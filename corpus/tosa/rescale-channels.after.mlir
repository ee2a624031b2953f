#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<2x3xi8>, %arg1: tensor<3xi16>, %arg2: tensor<3xi8>) -> tensor<2x3xi8> {
    %c255_i32 = arith.constant 255 : i32
    %c1_i64 = arith.constant 1 : i64
    %c0_i32 = arith.constant 0 : i32
    %c17_i32 = arith.constant 17 : i32
    %0 = tensor.empty() : tensor<2x3xi8>
    %1 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1, %arg2 : tensor<2x3xi8>, tensor<3xi16>, tensor<3xi8>) outs(%0 : tensor<2x3xi8>) {
    ^bb0(%in: i8, %in_0: i16, %in_1: i8, %out: i8):
      %2 = arith.extui %in : i8 to i32
      %3 = arith.subi %2, %c17_i32 : i32
      %4 = arith.extsi %3 : i32 to i64
      %5 = arith.extsi %in_0 : i16 to i64
      %6 = arith.muli %4, %5 : i64
      %7 = arith.extui %in_1 : i8 to i64
      %8 = arith.shli %c1_i64, %7 : i64
      %9 = arith.shrui %8, %c1_i64 : i64
      %10 = arith.addi %6, %9 : i64
      %11 = arith.shrsi %10, %7 : i64
      %12 = arith.trunci %11 : i64 to i32
      %13 = arith.addi %12, %c17_i32 : i32
      %14 = arith.maxsi %13, %c0_i32 : i32
      %15 = arith.minsi %14, %c255_i32 : i32
      %16 = arith.trunci %15 : i32 to i8
      linalg.yield %16 : i8
    } -> tensor<2x3xi8>
    return %1 : tensor<2x3xi8>
  }
}


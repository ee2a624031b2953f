#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<2x3xi8>, %arg1: tensor<3xi16>, %arg2: tensor<3xi8>) -> tensor<2x3xi8> {
    %cst = arith.constant dense<17> : tensor<1xi8>
    %0 = tensor.empty() : tensor<2x3xi8>
    %1 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1, %arg2 : tensor<2x3xi8>, tensor<3xi16>, tensor<3xi8>) outs(%0 : tensor<2x3xi8>) {
    ^bb0(%in: i8, %in_0: i16, %in_1: i8, %out: i8):
      %c17_i32 = arith.constant 17 : i32
      %c17_i32_2 = arith.constant 17 : i32
      %2 = arith.extui %in : i8 to i32
      %3 = arith.subi %2, %c17_i32 : i32
      %c0_i32 = arith.constant 0 : i32
      %c1_i64 = arith.constant 1 : i64
      %c31_i32 = arith.constant 31 : i32
      %4 = arith.extui %in_1 : i8 to i32
      %5 = arith.extsi %3 : i32 to i64
      %6 = arith.extsi %in_0 : i16 to i64
      %7 = arith.muli %5, %6 : i64
      %8 = arith.extui %4 : i32 to i64
      %9 = arith.shli %c1_i64, %8 : i64
      %10 = arith.shrui %9, %c1_i64 : i64
      %11 = arith.addi %7, %10 : i64
      %12 = arith.shrsi %11, %8 : i64
      %13 = arith.trunci %12 : i64 to i32
      %14 = arith.addi %13, %c17_i32_2 : i32
      %c0_i32_3 = arith.constant 0 : i32
      %c255_i32 = arith.constant 255 : i32
      %15 = arith.maxsi %c0_i32_3, %14 : i32
      %16 = arith.minsi %c255_i32, %15 : i32
      %17 = arith.trunci %16 : i32 to i8
      linalg.yield %17 : i8
    } -> tensor<2x3xi8>
    return %1 : tensor<2x3xi8>
  }
}


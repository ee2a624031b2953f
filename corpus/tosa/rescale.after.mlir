#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<4xi8>) -> tensor<4xi8> {
    %c137438953472_i64 = arith.constant 137438953472 : i64
    %c38_i64 = arith.constant 38 : i64
    %c1376784203_i64 = arith.constant 1376784203 : i64
    %c127_i32 = arith.constant 127 : i32
    %c-128_i32 = arith.constant -128 : i32
    %c-1073741824_i64 = arith.constant -1073741824 : i64
    %c1073741824_i64 = arith.constant 1073741824 : i64
    %c0_i32 = arith.constant 0 : i32
    %c22_i32 = arith.constant 22 : i32
    %0 = tensor.empty() : tensor<4xi8>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xi8>) outs(%0 : tensor<4xi8>) {
    ^bb0(%in: i8, %out: i8):
      %2 = arith.extsi %in : i8 to i32
      %3 = arith.subi %2, %c22_i32 : i32
      %4 = arith.extsi %3 : i32 to i64
      %5 = arith.muli %4, %c1376784203_i64 : i64
      %6 = arith.addi %5, %c137438953472_i64 : i64
      %7 = arith.cmpi sge, %3, %c0_i32 : i32
      %8 = arith.select %7, %c1073741824_i64, %c-1073741824_i64 : i64
      %9 = arith.addi %8, %6 : i64
      %10 = arith.shrsi %9, %c38_i64 : i64
      %11 = arith.trunci %10 : i64 to i32
      %12 = arith.addi %11, %c22_i32 : i32
      %13 = arith.maxsi %12, %c-128_i32 : i32
      %14 = arith.minsi %13, %c127_i32 : i32
      %15 = arith.trunci %14 : i32 to i8
      linalg.yield %15 : i8
    } -> tensor<4xi8>
    return %1 : tensor<4xi8>
  }
}


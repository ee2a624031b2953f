#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<4xi8>) -> tensor<4xi8> {
    %c127_i16 = arith.constant 127 : i16
    %c-128_i16 = arith.constant -128 : i16
    %c3_i16 = arith.constant 3 : i16
    %0 = tensor.empty() : tensor<4xi8>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xi8>) outs(%0 : tensor<4xi8>) {
    ^bb0(%in: i8, %out: i8):
      %2 = arith.extsi %in : i8 to i16
      %3 = arith.subi %c3_i16, %2 : i16
      %4 = arith.maxsi %3, %c-128_i16 : i16
      %5 = arith.minsi %4, %c127_i16 : i16
      %6 = arith.trunci %5 : i16 to i8
      linalg.yield %6 : i8
    } -> tensor<4xi8>
    return %1 : tensor<4xi8>
  }
}


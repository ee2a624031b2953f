#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<4xi8>, %arg1: tensor<256xi8>) -> tensor<4xi8> {
    %c128 = arith.constant 128 : index
    %0 = tensor.empty() : tensor<4xi8>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xi8>) outs(%0 : tensor<4xi8>) {
    ^bb0(%in: i8, %out: i8):
      %2 = arith.index_cast %in : i8 to index
      %3 = arith.addi %2, %c128 : index
      %extracted = tensor.extract %arg1[%3] : tensor<256xi8>
      linalg.yield %extracted : i8
    } -> tensor<4xi8>
    return %1 : tensor<4xi8>
  }
}


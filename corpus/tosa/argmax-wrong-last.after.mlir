#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
module {
  func.func @main(%arg0: tensor<3x4xi32>) -> tensor<3xi32> {
    %c-2147483648_i32 = arith.constant -2147483648 : i32
    %c0_i32 = arith.constant 0 : i32
    %0 = tensor.empty() : tensor<3xi32>
    %1 = linalg.fill ins(%c0_i32 : i32) outs(%0 : tensor<3xi32>) -> tensor<3xi32>
    %2 = tensor.empty() : tensor<3xi32>
    %3 = linalg.fill ins(%c-2147483648_i32 : i32) outs(%2 : tensor<3xi32>) -> tensor<3xi32>
    %4:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<3x4xi32>) outs(%1, %3 : tensor<3xi32>, tensor<3xi32>) {
    ^bb0(%in: i32, %out: i32, %out_0: i32):
      %5 = linalg.index 1 : index
      %6 = arith.index_cast %5 : index to i32
      %7 = arith.cmpi sge, %in, %out_0 : i32
      %8 = arith.select %7, %in, %out_0 : i32
      %9 = arith.select %7, %6, %out : i32
      linalg.yield %9, %8 : i32, i32
    } -> (tensor<3xi32>, tensor<3xi32>)
    return %4#0 : tensor<3xi32>
  }
}


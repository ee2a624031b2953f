#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf16>) -> (tensor<4xi8>, tensor<4xi32>, tensor<4xi32>) {
    %c-2147483648_i32 = arith.constant -2147483648 : i32
    %cst = arith.constant 0xFC00 : f16
    %cst_0 = arith.constant 0x7C00 : f16
    %c2147483647_i32 = arith.constant 2147483647 : i32
    %cst_1 = arith.constant 2.14748365E+9 : f32
    %cst_2 = arith.constant -2.14748365E+9 : f32
    %cst_3 = arith.constant 1.270000e+02 : f32
    %cst_4 = arith.constant -1.280000e+02 : f32
    %0 = tensor.empty() : tensor<4xi8>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xf32>) outs(%0 : tensor<4xi8>) {
    ^bb0(%in: f32, %out: i8):
      %6 = math.floor %in : f32
      %7 = arith.minimumf %6, %cst_3 : f32
      %8 = arith.maximumf %7, %cst_4 : f32
      %9 = arith.fptosi %8 : f32 to i8
      linalg.yield %9 : i8
    } -> tensor<4xi8>
    %2 = tensor.empty() : tensor<4xi32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xf32>) outs(%2 : tensor<4xi32>) {
    ^bb0(%in: f32, %out: i32):
      %6 = math.floor %in : f32
      %7 = arith.maximumf %6, %cst_2 : f32
      %8 = arith.fptosi %7 : f32 to i32
      %9 = arith.cmpf uge, %6, %cst_1 : f32
      %10 = arith.select %9, %c2147483647_i32, %8 : i32
      linalg.yield %10 : i32
    } -> tensor<4xi32>
    %4 = tensor.empty() : tensor<4xi32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg1 : tensor<4xf16>) outs(%4 : tensor<4xi32>) {
    ^bb0(%in: f16, %out: i32):
      %6 = math.floor %in : f16
      %7 = arith.fptosi %6 : f16 to i32
      %8 = arith.cmpf ueq, %6, %cst_0 : f16
      %9 = arith.cmpf ueq, %6, %cst : f16
      %10 = arith.select %8, %c2147483647_i32, %7 : i32
      %11 = arith.select %9, %c-2147483648_i32, %10 : i32
      linalg.yield %11 : i32
    } -> tensor<4xi32>
    return %1, %3, %5 : tensor<4xi8>, tensor<4xi32>, tensor<4xi32>
  }
}


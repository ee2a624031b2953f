#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %cst = arith.constant 2.000000e+00 : f32
    %cst_0 = arith.constant -1.000000e+00 : f32
    %0 = tensor.empty() : tensor<4xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %4 = arith.minnumf %in, %cst : f32
      %5 = arith.maximumf %4, %cst_0 : f32
      linalg.yield %5 : f32
    } -> tensor<4xf32>
    %2 = tensor.empty() : tensor<4xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xf32>) outs(%2 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %4 = arith.minnumf %in, %cst : f32
      %5 = arith.maximumf %4, %cst_0 : f32
      %6 = arith.cmpf uno, %in, %in : f32
      %7 = arith.select %6, %cst_0, %5 : f32
      linalg.yield %7 : f32
    } -> tensor<4xf32>
    return %1, %3 : tensor<4xf32>, tensor<4xf32>
  }
}


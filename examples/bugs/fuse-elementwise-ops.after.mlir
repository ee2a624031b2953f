#map = affine_map<(d0, d1) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @broadcast(%arg0: tensor<2xf64>, %arg1: tensor<2x3xf64>) -> tensor<2x3xf64> {
    %0 = tensor.empty() : tensor<2x3xf64>
    %1:2 = linalg.generic {indexing_maps = [#map, #map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<2xf64>) outs(%arg0, %0 : tensor<2xf64>, tensor<2x3xf64>) {
    ^bb0(%in: f64, %out: f64, %out_0: f64):
      %2 = arith.addf %in, %out : f64
      linalg.yield %2, %2 : f64, f64
    } -> (tensor<2xf64>, tensor<2x3xf64>)
    return %1#1 : tensor<2x3xf64>
  }
}


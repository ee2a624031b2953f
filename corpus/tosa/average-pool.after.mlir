#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module {
  func.func @main(%arg0: tensor<1x4x4x2xf32>) -> tensor<1x2x2x2xf32> {
    %cst = arith.constant 4.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x2x2x2xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
    %2 = tensor.empty() : tensor<2x2xf32>
    %3 = linalg.pooling_nhwc_sum {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%arg0, %2 : tensor<1x4x4x2xf32>, tensor<2x2xf32>) outs(%1 : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
    %4 = tensor.empty() : tensor<1x2x2x2xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3 : tensor<1x2x2x2xf32>) outs(%4 : tensor<1x2x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = arith.divf %in, %cst : f32
      linalg.yield %6 : f32
    } -> tensor<1x2x2x2xf32>
    return %5 : tensor<1x2x2x2xf32>
  }
}


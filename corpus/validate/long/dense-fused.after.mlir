#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module {
  func.func @f(%arg0: tensor<1x2x2x2xf32>) -> tensor<1x10x2x2xf32> {
    %cst = arith.constant dense<2.500000e-01> : tensor<2x8x1x1xf32>
    %cst_0 = arith.constant dense<2.500000e-01> : tensor<2x6x1x1xf32>
    %cst_1 = arith.constant dense<2.500000e-01> : tensor<2x4x1x1xf32>
    %cst_2 = arith.constant dense<2.500000e-01> : tensor<2x2x1x1xf32>
    %cst_3 = arith.constant 5.000000e-01 : f32
    %cst_4 = arith.constant 3.000000e+00 : f32
    %cst_5 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x2x2x2xf32>
    %1 = tensor.empty() : tensor<1x4x2x2xf32>
    %2 = tensor.empty() : tensor<1x6x2x2xf32>
    %3 = tensor.empty() : tensor<1x8x2x2xf32>
    %4 = linalg.fill ins(%cst_5 : f32) outs(%0 : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x2x2x2xf32>) outs(%0 : tensor<1x2x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %13 = arith.subf %in, %cst_3 : f32
      %14 = arith.mulf %13, %cst_4 : f32
      %15 = arith.addf %14, %cst_3 : f32
      %16 = arith.cmpf ugt, %15, %cst_5 : f32
      %17 = arith.select %16, %15, %cst_5 : f32
      linalg.yield %17 : f32
    } -> tensor<1x2x2x2xf32>
    %6 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%5, %cst_2 : tensor<1x2x2x2xf32>, tensor<2x2x1x1xf32>) outs(%4 : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
    %concat = tensor.concat dim(1) %arg0, %6 : (tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) -> tensor<1x4x2x2xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat : tensor<1x4x2x2xf32>) outs(%1 : tensor<1x4x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %13 = arith.subf %in, %cst_3 : f32
      %14 = arith.mulf %13, %cst_4 : f32
      %15 = arith.addf %14, %cst_3 : f32
      %16 = arith.cmpf ugt, %15, %cst_5 : f32
      %17 = arith.select %16, %15, %cst_5 : f32
      linalg.yield %17 : f32
    } -> tensor<1x4x2x2xf32>
    %8 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%7, %cst_1 : tensor<1x4x2x2xf32>, tensor<2x4x1x1xf32>) outs(%4 : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
    %concat_6 = tensor.concat dim(1) %concat, %8 : (tensor<1x4x2x2xf32>, tensor<1x2x2x2xf32>) -> tensor<1x6x2x2xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_6 : tensor<1x6x2x2xf32>) outs(%2 : tensor<1x6x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %13 = arith.subf %in, %cst_3 : f32
      %14 = arith.mulf %13, %cst_4 : f32
      %15 = arith.addf %14, %cst_3 : f32
      %16 = arith.cmpf ugt, %15, %cst_5 : f32
      %17 = arith.select %16, %15, %cst_5 : f32
      linalg.yield %17 : f32
    } -> tensor<1x6x2x2xf32>
    %10 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%9, %cst_0 : tensor<1x6x2x2xf32>, tensor<2x6x1x1xf32>) outs(%4 : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
    %concat_7 = tensor.concat dim(1) %concat_6, %10 : (tensor<1x6x2x2xf32>, tensor<1x2x2x2xf32>) -> tensor<1x8x2x2xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_7 : tensor<1x8x2x2xf32>) outs(%3 : tensor<1x8x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %13 = arith.subf %in, %cst_3 : f32
      %14 = arith.mulf %13, %cst_4 : f32
      %15 = arith.addf %14, %cst_3 : f32
      %16 = arith.cmpf ugt, %15, %cst_5 : f32
      %17 = arith.select %16, %15, %cst_5 : f32
      linalg.yield %17 : f32
    } -> tensor<1x8x2x2xf32>
    %12 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%11, %cst : tensor<1x8x2x2xf32>, tensor<2x8x1x1xf32>) outs(%4 : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
    %concat_8 = tensor.concat dim(1) %concat_7, %12 : (tensor<1x8x2x2xf32>, tensor<1x2x2x2xf32>) -> tensor<1x10x2x2xf32>
    return %concat_8 : tensor<1x10x2x2xf32>
  }
}


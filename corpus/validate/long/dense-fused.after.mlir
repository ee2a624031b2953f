#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module {
  func.func @f(%arg0: tensor<1x2x3x3xf32>) -> tensor<1x12x3x3xf32> {
    %cst = arith.constant dense<2.500000e-01> : tensor<2x10x1x1xf32>
    %cst_0 = arith.constant dense<2.500000e-01> : tensor<2x8x1x1xf32>
    %cst_1 = arith.constant dense<2.500000e-01> : tensor<2x6x1x1xf32>
    %cst_2 = arith.constant dense<2.500000e-01> : tensor<2x4x1x1xf32>
    %cst_3 = arith.constant dense<2.500000e-01> : tensor<2x2x1x1xf32>
    %cst_4 = arith.constant 5.000000e-01 : f32
    %cst_5 = arith.constant 3.000000e+00 : f32
    %cst_6 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x2x3x3xf32>
    %1 = tensor.empty() : tensor<1x4x3x3xf32>
    %2 = tensor.empty() : tensor<1x6x3x3xf32>
    %3 = tensor.empty() : tensor<1x8x3x3xf32>
    %4 = tensor.empty() : tensor<1x10x3x3xf32>
    %5 = linalg.fill ins(%cst_6 : f32) outs(%0 : tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x2x3x3xf32>) outs(%0 : tensor<1x2x3x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %16 = arith.subf %in, %cst_4 : f32
      %17 = arith.mulf %16, %cst_5 : f32
      %18 = arith.addf %17, %cst_4 : f32
      %19 = arith.cmpf ugt, %18, %cst_6 : f32
      %20 = arith.select %19, %18, %cst_6 : f32
      linalg.yield %20 : f32
    } -> tensor<1x2x3x3xf32>
    %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%6, %cst_3 : tensor<1x2x3x3xf32>, tensor<2x2x1x1xf32>) outs(%5 : tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf32>
    %concat = tensor.concat dim(1) %arg0, %7 : (tensor<1x2x3x3xf32>, tensor<1x2x3x3xf32>) -> tensor<1x4x3x3xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat : tensor<1x4x3x3xf32>) outs(%1 : tensor<1x4x3x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %16 = arith.subf %in, %cst_4 : f32
      %17 = arith.mulf %16, %cst_5 : f32
      %18 = arith.addf %17, %cst_4 : f32
      %19 = arith.cmpf ugt, %18, %cst_6 : f32
      %20 = arith.select %19, %18, %cst_6 : f32
      linalg.yield %20 : f32
    } -> tensor<1x4x3x3xf32>
    %9 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%8, %cst_2 : tensor<1x4x3x3xf32>, tensor<2x4x1x1xf32>) outs(%5 : tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf32>
    %concat_7 = tensor.concat dim(1) %concat, %9 : (tensor<1x4x3x3xf32>, tensor<1x2x3x3xf32>) -> tensor<1x6x3x3xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_7 : tensor<1x6x3x3xf32>) outs(%2 : tensor<1x6x3x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %16 = arith.subf %in, %cst_4 : f32
      %17 = arith.mulf %16, %cst_5 : f32
      %18 = arith.addf %17, %cst_4 : f32
      %19 = arith.cmpf ugt, %18, %cst_6 : f32
      %20 = arith.select %19, %18, %cst_6 : f32
      linalg.yield %20 : f32
    } -> tensor<1x6x3x3xf32>
    %11 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%10, %cst_1 : tensor<1x6x3x3xf32>, tensor<2x6x1x1xf32>) outs(%5 : tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf32>
    %concat_8 = tensor.concat dim(1) %concat_7, %11 : (tensor<1x6x3x3xf32>, tensor<1x2x3x3xf32>) -> tensor<1x8x3x3xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_8 : tensor<1x8x3x3xf32>) outs(%3 : tensor<1x8x3x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %16 = arith.subf %in, %cst_4 : f32
      %17 = arith.mulf %16, %cst_5 : f32
      %18 = arith.addf %17, %cst_4 : f32
      %19 = arith.cmpf ugt, %18, %cst_6 : f32
      %20 = arith.select %19, %18, %cst_6 : f32
      linalg.yield %20 : f32
    } -> tensor<1x8x3x3xf32>
    %13 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%12, %cst_0 : tensor<1x8x3x3xf32>, tensor<2x8x1x1xf32>) outs(%5 : tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf32>
    %concat_9 = tensor.concat dim(1) %concat_8, %13 : (tensor<1x8x3x3xf32>, tensor<1x2x3x3xf32>) -> tensor<1x10x3x3xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_9 : tensor<1x10x3x3xf32>) outs(%4 : tensor<1x10x3x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %16 = arith.subf %in, %cst_4 : f32
      %17 = arith.mulf %16, %cst_5 : f32
      %18 = arith.addf %17, %cst_4 : f32
      %19 = arith.cmpf ugt, %18, %cst_6 : f32
      %20 = arith.select %19, %18, %cst_6 : f32
      linalg.yield %20 : f32
    } -> tensor<1x10x3x3xf32>
    %15 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%14, %cst : tensor<1x10x3x3xf32>, tensor<2x10x1x1xf32>) outs(%5 : tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf32>
    %concat_10 = tensor.concat dim(1) %concat_9, %15 : (tensor<1x10x3x3xf32>, tensor<1x2x3x3xf32>) -> tensor<1x12x3x3xf32>
    return %concat_10 : tensor<1x12x3x3xf32>
  }
}


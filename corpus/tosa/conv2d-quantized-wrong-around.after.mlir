#map = affine_map<(d0, d1, d2, d3) -> (0)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module {
  func.func @main(%arg0: tensor<1x3x3x2xi8>, %arg1: tensor<2x2x2x2xi8>, %arg2: tensor<1xi32>) -> tensor<1x4x4x2xi32> {
    %c-2_i32 = arith.constant -2 : i32
    %c3_i32 = arith.constant 3 : i32
    %c3_i8 = arith.constant 0 : i8
    %padded = tensor.pad %arg0 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %c3_i8 : i8
    } : tensor<1x3x3x2xi8> to tensor<1x5x5x2xi8>
    %0 = tensor.empty() : tensor<1x4x4x2xi32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<1xi32>) outs(%0 : tensor<1x4x4x2xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1x4x4x2xi32>
    %2 = linalg.conv_2d_nhwc_fhwc_q {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded, %arg1, %c3_i32, %c-2_i32 : tensor<1x5x5x2xi8>, tensor<2x2x2x2xi8>, i32, i32) outs(%1 : tensor<1x4x4x2xi32>) -> tensor<1x4x4x2xi32>
    return %2 : tensor<1x4x4x2xi32>
  }
}


module {
  func.func @main(%arg0: tensor<1x5x2xf32>, %arg1: tensor<3x2x2xf32>) -> tensor<1x2x2xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x2x2xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
    %padded = tensor.pad %arg0 low[0, 0, 0] high[0, 1, 0] {
    ^bb0(%arg2: index, %arg3: index, %arg4: index):
      tensor.yield %cst : f32
    } : tensor<1x5x2xf32> to tensor<1x6x2xf32>
    %2 = linalg.conv_1d_nwc_wcf {dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded, %arg1 : tensor<1x6x2xf32>, tensor<3x2x2xf32>) outs(%1 : tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
    return %2 : tensor<1x2x2xf32>
  }
}


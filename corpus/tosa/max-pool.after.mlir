module {
  func.func @main(%arg0: tensor<1x4x4x2xi8>) -> tensor<1x3x3x2xi8> {
    %c-128_i8 = arith.constant -128 : i8
    %0 = tensor.empty() : tensor<1x3x3x2xi8>
    %1 = linalg.fill ins(%c-128_i8 : i8) outs(%0 : tensor<1x3x3x2xi8>) -> tensor<1x3x3x2xi8>
    %2 = tensor.empty() : tensor<2x2xi8>
    %3 = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%arg0, %2 : tensor<1x4x4x2xi8>, tensor<2x2xi8>) outs(%1 : tensor<1x3x3x2xi8>) -> tensor<1x3x3x2xi8>
    return %3 : tensor<1x3x3x2xi8>
  }
}


module {
  func.func @main(%arg0: tensor<2x3x4xf32>) -> tensor<4x2x3xf32> {
    %0 = tensor.empty() : tensor<4x2x3xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<2x3x4xf32>) outs(%0 : tensor<4x2x3xf32>) permutation = [2, 0, 1] 
    return %transposed : tensor<4x2x3xf32>
  }
}


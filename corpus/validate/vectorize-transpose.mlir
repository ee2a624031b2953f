// why:    a transposition and a sum as vectors
// run:    validate %after
// expect: proved
module {
  func.func @tadd(%arg0: tensor<8x6xf32>, %arg1: tensor<6x8xf32>) -> tensor<8x6xf32> {
    %0 = tensor.empty() : tensor<8x6xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<6x8xf32>) outs(%0 : tensor<8x6xf32>) permutation = [1, 0] 
    %1 = linalg.add ins(%arg0, %transposed : tensor<8x6xf32>, tensor<8x6xf32>) outs(%0 : tensor<8x6xf32>) -> tensor<8x6xf32>
    return %1 : tensor<8x6xf32>
  }
}


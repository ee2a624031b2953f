module {
  func.func @main(%arg0: tensor<2x3x4xi8>, %arg1: tensor<2x4x5xi8>) -> tensor<2x3x5xi32> {
    %c-2_i32 = arith.constant -2 : i32
    %c3_i32 = arith.constant 2 : i32
    %c0_i32 = arith.constant 0 : i32
    %0 = tensor.empty() : tensor<2x3x5xi32>
    %1 = linalg.fill ins(%c0_i32 : i32) outs(%0 : tensor<2x3x5xi32>) -> tensor<2x3x5xi32>
    %2 = linalg.quantized_batch_matmul ins(%arg0, %arg1, %c3_i32, %c-2_i32 : tensor<2x3x4xi8>, tensor<2x4x5xi8>, i32, i32) outs(%1 : tensor<2x3x5xi32>) -> tensor<2x3x5xi32>
    return %2 : tensor<2x3x5xi32>
  }
}


module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<9xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<9xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<9xf32>) -> tensor<9xf32>
    %inserted_slice = tensor.insert_slice %arg0 into %1[1] [4] [2] : tensor<4xf32> into tensor<9xf32>
    return %inserted_slice : tensor<9xf32>
  }
}


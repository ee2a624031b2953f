module {
  func.func @main(%arg1: tensor<4xf32>, %arg0: tensor<4xf32>) -> tensor<8xf32> {
    %0 = tensor.empty() : tensor<8xf32>
    %inserted_slice = tensor.insert_slice %arg0 into %0[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
    %inserted_slice_0 = tensor.insert_slice %arg1 into %inserted_slice[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
    return %inserted_slice_0 : tensor<8xf32>
  }
}


module {
  func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<2x5xf32>) -> tensor<2x8xf32> {
    %0 = tensor.empty() : tensor<2x8xf32>
    %inserted_slice = tensor.insert_slice %arg0 into %0[0, 0] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<2x8xf32>
    %inserted_slice_0 = tensor.insert_slice %arg1 into %inserted_slice[0, 3] [2, 5] [1, 1] : tensor<2x5xf32> into tensor<2x8xf32>
    return %inserted_slice_0 : tensor<2x8xf32>
  }
}


module {
  func.func @main(%arg0: tensor<4x6xf32>) -> tensor<2x3xf32> {
    %extracted_slice = tensor.extract_slice %arg0[1, 2] [2, 3] [1, 1] : tensor<4x6xf32> to tensor<2x3xf32>
    return %extracted_slice : tensor<2x3xf32>
  }
}


module {
  func.func @main(%arg0: tensor<8xf32>) -> tensor<3xf32> {
    %extracted_slice = tensor.extract_slice %arg0[1] [3] [1] : tensor<8xf32> to tensor<3xf32>
    return %extracted_slice : tensor<3xf32>
  }
}


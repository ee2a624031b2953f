module {
  func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> tensor<3xf32> {
    %c5 = arith.constant 5 : index
    %c0 = arith.constant 0 : index
    %extracted = tensor.extract %arg1[] : tensor<i32>
    %0 = arith.index_cast %extracted : i32 to index
    %1 = arith.maxsi %0, %c0 : index
    %2 = arith.minsi %1, %c5 : index
    %extracted_slice = tensor.extract_slice %arg0[%2] [3] [1] : tensor<8xf32> to tensor<3xf32>
    return %extracted_slice : tensor<3xf32>
  }
}


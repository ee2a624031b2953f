module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0] high[1] {
    ^bb0(%arg1: index):
      tensor.yield %cst : f32
    } : tensor<4xf32> to tensor<5xf32>
    %extracted_slice = tensor.extract_slice %padded[1] [4] [1] : tensor<5xf32> to tensor<4xf32>
    return %extracted_slice : tensor<4xf32>
  }
}


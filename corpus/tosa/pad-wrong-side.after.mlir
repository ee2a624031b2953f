module {
  func.func @main(%arg0: tensor<2x3xf32>) -> tensor<4x3xf32> {
    %c0 = arith.constant 0 : index
    %cst = arith.constant 1.500000e+00 : f32
    %c2 = arith.constant 2 : index
    %padded = tensor.pad %arg0 low[%c2, %c0] high[%c0, %c0] {
    ^bb0(%arg1: index, %arg2: index):
      tensor.yield %cst : f32
    } : tensor<2x3xf32> to tensor<4x3xf32>
    return %padded : tensor<4x3xf32>
  }
}


// why:    operands packed into blocks that do not divide the sizes: the rest is padded with zeros
// run:    validate %after
// expect: proved-reassociated
module {
  func.func @mm(%arg0: tensor<9x10xf32>, %arg1: tensor<10x12xf32>, %arg2: tensor<9x12xf32>) -> tensor<9x12xf32> {
    %0 = linalg.matmul ins(%arg0, %arg1 : tensor<9x10xf32>, tensor<10x12xf32>) outs(%arg2 : tensor<9x12xf32>) -> tensor<9x12xf32>
    return %0 : tensor<9x12xf32>
  }
}


// why:    tiles of a product as vector.contract
// run:    validate %after
// expect: proved-reassociated
module {
  func.func @mm(%arg0: tensor<8x10xf32>, %arg1: tensor<10x12xf32>, %arg2: tensor<8x12xf32>) -> tensor<8x12xf32> {
    %0 = linalg.matmul ins(%arg0, %arg1 : tensor<8x10xf32>, tensor<10x12xf32>) outs(%arg2 : tensor<8x12xf32>) -> tensor<8x12xf32>
    return %0 : tensor<8x12xf32>
  }
}


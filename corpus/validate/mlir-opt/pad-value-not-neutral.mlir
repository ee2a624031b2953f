// why:    padding not neutral: the k dimension is padded with ones on both operands: every padded step adds one (mlir-opt 22: transform.structured.pad)
// run:    validate %after
// expect: refuted
func.func @mm(%a: tensor<4x5xf32>, %b: tensor<5x3xf32>, %c: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x5xf32>, tensor<5x3xf32>) outs(%c : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// why:    pad neutral: all dimensions padded with zeros (mlir-opt 22: transform.structured.pad)
// run:    validate %after
// expect: proved-reassociated
func.func @mmp(%A: tensor<5x3xf32>, %B: tensor<3x6xf32>, %C: tensor<5x6xf32>) -> tensor<5x6xf32> {
  %0 = linalg.matmul ins(%A, %B : tensor<5x3xf32>, tensor<3x6xf32>) outs(%C : tensor<5x6xf32>) -> tensor<5x6xf32>
  return %0 : tensor<5x6xf32>
}

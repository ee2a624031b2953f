// why:    vectorize: whole op as vector.contract: the order inside the contraction is free (mlir-opt 22: transform.structured.vectorize)
// run:    validate %after
// expect: proved-reassociated
func.func @mmv(%A: tensor<4x4xf32>, %B: tensor<4x4xf32>, %C: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%A, %B : tensor<4x4xf32>, tensor<4x4xf32>) outs(%C : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

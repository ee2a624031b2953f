// why:    pack: operands packed into blocks that divide the sizes (mlir-opt 22: transform.structured.pack)
// run:    validate %after
// expect: proved
func.func @mmk(%A: tensor<4x6xf32>, %B: tensor<6x8xf32>, %C: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.matmul ins(%A, %B : tensor<4x6xf32>, tensor<6x8xf32>) outs(%C : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// why:    index set split: structured.split of the rows at 3 (mlir-opt 22: transform.structured.split)
// run:    validate %after
// expect: proved
func.func @mms(%A: tensor<7x4xf32>, %B: tensor<4x5xf32>, %C: tensor<7x5xf32>) -> tensor<7x5xf32> {
  %0 = linalg.matmul ins(%A, %B : tensor<7x4xf32>, tensor<4x5xf32>) outs(%C : tensor<7x5xf32>) -> tensor<7x5xf32>
  return %0 : tensor<7x5xf32>
}

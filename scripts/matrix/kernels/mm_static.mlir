func.func @mm(%A: tensor<9x10xf32>, %B: tensor<10x12xf32>, %C: tensor<9x12xf32>) -> tensor<9x12xf32> {
  %0 = linalg.matmul ins(%A, %B : tensor<9x10xf32>, tensor<10x12xf32>) outs(%C : tensor<9x12xf32>) -> tensor<9x12xf32>
  return %0 : tensor<9x12xf32>
}
func.func @mm8(%A: tensor<8x8xf32>, %B: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = linalg.matmul ins(%A, %B : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

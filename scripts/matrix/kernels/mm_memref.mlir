func.func @mm(%A: memref<9x10xf32>, %B: memref<10x12xf32>, %C: memref<9x12xf32>) {
  linalg.matmul ins(%A, %B : memref<9x10xf32>, memref<10x12xf32>) outs(%C : memref<9x12xf32>)
  return
}
func.func @mmd(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
  linalg.matmul ins(%A, %B : memref<?x?xf32>, memref<?x?xf32>) outs(%C : memref<?x?xf32>)
  return
}

// why:    linalg to loops: the structured op written as loops (mlir-opt 22: --convert-linalg-to-parallel-loops)
// run:    validate %after
// expect: proved
func.func @mm(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
  linalg.matmul ins(%A, %B : memref<?x?xf32>, memref<?x?xf32>) outs(%C : memref<?x?xf32>)
  return
}

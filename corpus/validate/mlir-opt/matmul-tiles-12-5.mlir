// why:    two levels of partial tiles on buffers, as mlir-opt writes them: nested minima, views of views
// run:    validate %after
// expect: proved
func.func @mm(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
  linalg.matmul ins(%A, %B : memref<?x?xf32>, memref<?x?xf32>) outs(%C : memref<?x?xf32>)
  return
}

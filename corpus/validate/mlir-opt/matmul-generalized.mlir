// why:    generalize: named op to generic (mlir-opt 22: --linalg-generalize-named-ops)
// run:    validate %after
// expect: proved
func.func @mm(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
  linalg.matmul ins(%A, %B : memref<?x?xf32>, memref<?x?xf32>) outs(%C : memref<?x?xf32>)
  return
}

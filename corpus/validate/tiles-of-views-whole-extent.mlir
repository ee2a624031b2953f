// why:    the inner minimum is over the whole extent, not that of the tile: a view leaves its source
// run:    validate %after
// expect: refuted
func.func @mm(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
  linalg.matmul ins(%A, %B : memref<?x?xf32>, memref<?x?xf32>) outs(%C : memref<?x?xf32>)
  return
}

// why:    promote: all three tiles copied into zero-filled full-size buffers, so partial k tiles add products of zeros (mlir-opt 22: transform.structured.tile_using_for)
// run:    validate %after
// expect: proved-reassociated
func.func @mm(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
  linalg.matmul ins(%A, %B : memref<?x?xf32>, memref<?x?xf32>) outs(%C : memref<?x?xf32>)
  return
}

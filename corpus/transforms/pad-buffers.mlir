// why:    padded copies of buffers, and the result copied back
// run:    check --transform "pad(linalg.matmul, d0=4, d1=8)"
// expect: proved
func.func @mmb(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

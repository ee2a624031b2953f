// why:    the batch loop d0 occurs in every map, so batches are independent; the sum is along d3
// run:    relations
// expect: ok
// run:    deps
// expect: ok
// run:    check --transform "parallelize(d0)"
// expect: proved
// run:    check --transform "parallelize(d3)"
// expect: refuted
func.func @batch_matmul(%A: memref<?x?x?xf32>, %B: memref<?x?x?xf32>, %C: memref<?x?x?xf32>) {
  linalg.batch_matmul ins(%A, %B : memref<?x?x?xf32>, memref<?x?x?xf32>) outs(%C : memref<?x?x?xf32>)
  return
}

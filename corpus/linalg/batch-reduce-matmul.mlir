// why:    the batch d0 is summed too: two of four loops are reductions, and neither may run in parallel
// run:    relations
// expect: ok
// run:    check --transform "parallelize(d0)"
// expect: refuted
func.func @batch_reduce_matmul(%A: memref<3x4x5xf32>, %B: memref<3x5x6xf32>, %C: memref<4x6xf32>) {
  linalg.batch_reduce_matmul ins(%A, %B : memref<3x4x5xf32>, memref<3x5x6xf32>) outs(%C : memref<4x6xf32>)
  return
}

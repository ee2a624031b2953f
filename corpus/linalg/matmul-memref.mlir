// why:    the named matmul has maps (d0, d2), (d2, d1), (d0, d1): one accumulation with distance (0, 0, 1)
// run:    relations
// expect: ok
// run:    deps
// expect: ok
// run:    check --transform "tile(d0=32, d1=32, d2=8)"
// expect: proved
// run:    check --transform "interchange(d1, d2); interchange(d0, d2)"
// expect: proved
// run:    check --transform "parallelize(d0); parallelize(d1)"
// expect: proved
// run:    check --transform "parallelize(d2)"
// expect: refuted
// run:    check --transform "reverse(d2)"
// expect: proved-reassociated
func.func @matmul_memref(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
  linalg.matmul ins(%A, %B : memref<?x?xf32>, memref<?x?xf32>) outs(%C : memref<?x?xf32>)
  return
}

// why:    two contractions of lower rank: matvec sums along d1, dot sums along its only loop into a cell without subscripts
// run:    relations
// expect: ok
// run:    deps
// expect: ok
// run:    check --transform "interchange(S0, d0, d1)"
// expect: proved
func.func @matvec_dot(%A: memref<?x?xf64>, %x: memref<?xf64>, %y: memref<?xf64>, %z: memref<?xf64>, %s: memref<f64>) {
  linalg.matvec ins(%A, %x : memref<?x?xf64>, memref<?xf64>) outs(%y : memref<?xf64>)
  linalg.dot ins(%y, %z : memref<?xf64>, memref<?xf64>) outs(%s : memref<f64>)
  return
}

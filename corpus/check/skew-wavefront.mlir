// why:    distances (1, 0) and (0, 1): on j + i the sweep goes by antidiagonals, whose cells do not depend on each other
// run:    check --transform "skew(j, i, 1); interchange(i, j); parallelize(i)"
// expect: proved
// run:    check --transform "skew(j, i, 1); interchange(i, j); parallelize(j)"
// expect: refuted
// run:    check --transform "parallelize(i)"
// expect: refuted
// run:    check --transform "parallelize(j)"
// expect: refuted
func.func @skew_wavefront(%A: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %m = memref.dim %A, %c1 : memref<?x?xf64>
  affine.for %i = 1 to %n {
    affine.for %j = 1 to %m {
      %a = affine.load %A[%i - 1, %j] : memref<?x?xf64>
      %a1 = affine.load %A[%i, %j - 1] : memref<?x?xf64>
      %sum = arith.addf %a, %a1 : f64
      affine.store %sum, %A[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

// why:    the loop over anti-diagonals itself is run in parallel
// run:    validate %after
// expect: refuted
func.func @sweep(%A: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %m = memref.dim %A, %c1 : memref<?x?xf64>
  affine.for %i = 1 to %n {
    affine.for %j = 1 to %m {
      %x = affine.load %A[%i - 1, %j] : memref<?x?xf64>
      %y = affine.load %A[%i, %j - 1] : memref<?x?xf64>
      %s = arith.addf %x, %y : f64
      affine.store %s, %A[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

// why:    S0 clears y[i] one row later than S1 sums it: with S0 shifted by +1 along i the sum is lost, with -1 it is kept
// run:    check --transform "shift(S0, i, 1)"
// expect: refuted
// run:    check --transform "shift(S0, i, -1)"
// expect: proved
func.func @imperfect_shift_across_rows(%A: memref<?x?xf64>, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %m = memref.dim %A, %c1 : memref<?x?xf64>
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to %n {
    affine.store %zero, %y[%i] : memref<?xf64>
    affine.for %j = 0 to %m {
      %yv = affine.load %y[%i] : memref<?xf64>
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %xv = affine.load %x[%j] : memref<?xf64>
      %prod = arith.mulf %a, %xv : f64
      %sum = arith.addf %yv, %prod : f64
      affine.store %sum, %y[%i] : memref<?xf64>
    }
  }
  return
}

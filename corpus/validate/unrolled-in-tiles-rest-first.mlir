// why:    the remainder of each sum is added first
// run:    validate %after
// expect: proved-reassociated
func.func @rows(%n: index, %y: memref<?xf64>, %x: memref<?xf64>, %A: memref<?x2000xf64>) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %1 = affine.load %y[%i] : memref<?xf64>
      %2 = affine.load %A[%i, %j] : memref<?x2000xf64>
      %3 = affine.load %x[%j] : memref<?xf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = arith.addf %1, %4 : f64
      affine.store %5, %y[%i] : memref<?xf64>
    }
  }
  return
}

// why:    y = transpose(A)*(A*x): each row first reduces into one cell, then spreads that cell over all of y
// run:    relations
// expect: ok
// run:    deps
// expect: ok
func.func @atax(%A: memref<?x?xf64>, %x: memref<?xf64>, %y: memref<?xf64>, %tmp: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %A, %c0 : memref<?x?xf64>
  %n = memref.dim %A, %c1 : memref<?x?xf64>
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to %n {
    affine.store %zero, %y[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %m {
    affine.store %zero, %tmp[%i] : memref<?xf64>
    affine.for %j = 0 to %n {
      %tmpv = affine.load %tmp[%i] : memref<?xf64>
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %xv = affine.load %x[%j] : memref<?xf64>
      %prod = arith.mulf %a, %xv : f64
      %sum = arith.addf %tmpv, %prod : f64
      affine.store %sum, %tmp[%i] : memref<?xf64>
    }
    affine.for %j = 0 to %n {
      %yv = affine.load %y[%j] : memref<?xf64>
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %tmpv = affine.load %tmp[%i] : memref<?xf64>
      %prod = arith.mulf %a, %tmpv : f64
      %sum = arith.addf %yv, %prod : f64
      affine.store %sum, %y[%j] : memref<?xf64>
    }
  }
  return
}

// why:    y = alpha*A*x + beta*B*x: two sums run side by side in one loop and meet after it
// run:    relations
// expect: ok
// run:    deps
// expect: ok
func.func @gesummv(
    %alpha: f64, %beta: f64, %A: memref<?x?xf64>, %B: memref<?x?xf64>, %tmp: memref<?xf64>,
    %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to %n {
    affine.store %zero, %tmp[%i] : memref<?xf64>
    affine.store %zero, %y[%i] : memref<?xf64>
    affine.for %j = 0 to %n {
      %tmpv = affine.load %tmp[%i] : memref<?xf64>
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %xv = affine.load %x[%j] : memref<?xf64>
      %prod = arith.mulf %a, %xv : f64
      %sum = arith.addf %tmpv, %prod : f64
      affine.store %sum, %tmp[%i] : memref<?xf64>
      %yv = affine.load %y[%i] : memref<?xf64>
      %b = affine.load %B[%i, %j] : memref<?x?xf64>
      %xv1 = affine.load %x[%j] : memref<?xf64>
      %prod1 = arith.mulf %b, %xv1 : f64
      %sum1 = arith.addf %yv, %prod1 : f64
      affine.store %sum1, %y[%i] : memref<?xf64>
    }
    %tmpv = affine.load %tmp[%i] : memref<?xf64>
    %prod = arith.mulf %alpha, %tmpv : f64
    %yv = affine.load %y[%i] : memref<?xf64>
    %prod1 = arith.mulf %beta, %yv : f64
    %sum = arith.addf %prod, %prod1 : f64
    affine.store %sum, %y[%i] : memref<?xf64>
  }
  return
}

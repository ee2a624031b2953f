// why:    B = alpha*A'*B in place, A unit lower triangular: row i reads rows below it before they are overwritten
// run:    relations
// expect: ok
// run:    deps
// expect: ok
func.func @trmm(%alpha: f64, %A: memref<?x?xf64>, %B: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %A, %c0 : memref<?x?xf64>
  %n = memref.dim %B, %c1 : memref<?x?xf64>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      affine.for %k = affine_map<(i) -> (i + 1)>(%i) to %m {
        %b = affine.load %B[%i, %j] : memref<?x?xf64>
        %a = affine.load %A[%k, %i] : memref<?x?xf64>
        %b1 = affine.load %B[%k, %j] : memref<?x?xf64>
        %prod = arith.mulf %a, %b1 : f64
        %sum = arith.addf %b, %prod : f64
        affine.store %sum, %B[%i, %j] : memref<?x?xf64>
      }
      %b = affine.load %B[%i, %j] : memref<?x?xf64>
      %prod = arith.mulf %alpha, %b : f64
      affine.store %prod, %B[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

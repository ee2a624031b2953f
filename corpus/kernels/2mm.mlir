// why:    D = alpha*A*B*C + beta*D: the second product reads all of what the first one left in tmp
// run:    relations
// expect: ok
// run:    deps
// expect: ok
func.func @two_matmuls(
    %alpha: f64, %beta: f64, %tmp: memref<?x?xf64>, %A: memref<?x?xf64>, %B: memref<?x?xf64>,
    %C: memref<?x?xf64>, %D: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %tmp, %c0 : memref<?x?xf64>
  %m = memref.dim %tmp, %c1 : memref<?x?xf64>
  %p = memref.dim %A, %c1 : memref<?x?xf64>
  %q = memref.dim %C, %c1 : memref<?x?xf64>
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      affine.store %zero, %tmp[%i, %j] : memref<?x?xf64>
      affine.for %k = 0 to %p {
        %tmpv = affine.load %tmp[%i, %j] : memref<?x?xf64>
        %a = affine.load %A[%i, %k] : memref<?x?xf64>
        %prod = arith.mulf %alpha, %a : f64
        %b = affine.load %B[%k, %j] : memref<?x?xf64>
        %prod1 = arith.mulf %prod, %b : f64
        %sum = arith.addf %tmpv, %prod1 : f64
        affine.store %sum, %tmp[%i, %j] : memref<?x?xf64>
      }
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %q {
      %d = affine.load %D[%i, %j] : memref<?x?xf64>
      %prod = arith.mulf %beta, %d : f64
      affine.store %prod, %D[%i, %j] : memref<?x?xf64>
      affine.for %k = 0 to %m {
        %d1 = affine.load %D[%i, %j] : memref<?x?xf64>
        %tmpv = affine.load %tmp[%i, %k] : memref<?x?xf64>
        %c = affine.load %C[%k, %j] : memref<?x?xf64>
        %prod1 = arith.mulf %tmpv, %c : f64
        %sum = arith.addf %d1, %prod1 : f64
        affine.store %sum, %D[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}

// why:    G = (A*B)*(C*D): the third product waits for both others, which do not depend on each other
// run:    relations
// expect: ok
// run:    deps
// expect: ok
func.func @three_matmuls(
    %E: memref<?x?xf64>, %A: memref<?x?xf64>, %B: memref<?x?xf64>, %F: memref<?x?xf64>,
    %C: memref<?x?xf64>, %D: memref<?x?xf64>, %G: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %E, %c0 : memref<?x?xf64>
  %m = memref.dim %E, %c1 : memref<?x?xf64>
  %p = memref.dim %A, %c1 : memref<?x?xf64>
  %q = memref.dim %F, %c1 : memref<?x?xf64>
  %r = memref.dim %C, %c1 : memref<?x?xf64>
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      affine.store %zero, %E[%i, %j] : memref<?x?xf64>
      affine.for %k = 0 to %p {
        %e = affine.load %E[%i, %j] : memref<?x?xf64>
        %a = affine.load %A[%i, %k] : memref<?x?xf64>
        %b = affine.load %B[%k, %j] : memref<?x?xf64>
        %prod = arith.mulf %a, %b : f64
        %sum = arith.addf %e, %prod : f64
        affine.store %sum, %E[%i, %j] : memref<?x?xf64>
      }
    }
  }
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %q {
      affine.store %zero, %F[%i, %j] : memref<?x?xf64>
      affine.for %k = 0 to %r {
        %f = affine.load %F[%i, %j] : memref<?x?xf64>
        %c = affine.load %C[%i, %k] : memref<?x?xf64>
        %d = affine.load %D[%k, %j] : memref<?x?xf64>
        %prod = arith.mulf %c, %d : f64
        %sum = arith.addf %f, %prod : f64
        affine.store %sum, %F[%i, %j] : memref<?x?xf64>
      }
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %q {
      affine.store %zero, %G[%i, %j] : memref<?x?xf64>
      affine.for %k = 0 to %m {
        %g = affine.load %G[%i, %j] : memref<?x?xf64>
        %e = affine.load %E[%i, %k] : memref<?x?xf64>
        %f = affine.load %F[%k, %j] : memref<?x?xf64>
        %prod = arith.mulf %e, %f : f64
        %sum = arith.addf %g, %prod : f64
        affine.store %sum, %G[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}

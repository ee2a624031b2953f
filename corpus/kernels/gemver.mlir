// why:    A += u1*v1' + u2*v2'; x = beta*A'*y + z; w = alpha*A*x: four loops in a chain, A read transposed once
// run:    relations
// expect: ok
// run:    deps
// expect: ok
func.func @gemver(
    %alpha: f64, %beta: f64, %A: memref<?x?xf64>, %u1: memref<?xf64>, %v1: memref<?xf64>,
    %u2: memref<?xf64>, %v2: memref<?xf64>, %w: memref<?xf64>, %x: memref<?xf64>, %y: memref<?xf64>,
    %z: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %u1v = affine.load %u1[%i] : memref<?xf64>
      %v1v = affine.load %v1[%j] : memref<?xf64>
      %prod = arith.mulf %u1v, %v1v : f64
      %sum = arith.addf %a, %prod : f64
      %u2v = affine.load %u2[%i] : memref<?xf64>
      %v2v = affine.load %v2[%j] : memref<?xf64>
      %prod1 = arith.mulf %u2v, %v2v : f64
      %sum1 = arith.addf %sum, %prod1 : f64
      affine.store %sum1, %A[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %xv = affine.load %x[%i] : memref<?xf64>
      %a = affine.load %A[%j, %i] : memref<?x?xf64>
      %prod = arith.mulf %beta, %a : f64
      %yv = affine.load %y[%j] : memref<?xf64>
      %prod1 = arith.mulf %prod, %yv : f64
      %sum = arith.addf %xv, %prod1 : f64
      affine.store %sum, %x[%i] : memref<?xf64>
    }
  }
  affine.for %i = 0 to %n {
    %xv = affine.load %x[%i] : memref<?xf64>
    %zv = affine.load %z[%i] : memref<?xf64>
    %sum = arith.addf %xv, %zv : f64
    affine.store %sum, %x[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %wv = affine.load %w[%i] : memref<?xf64>
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %prod = arith.mulf %alpha, %a : f64
      %xv = affine.load %x[%j] : memref<?xf64>
      %prod1 = arith.mulf %prod, %xv : f64
      %sum = arith.addf %wv, %prod1 : f64
      affine.store %sum, %w[%i] : memref<?xf64>
    }
  }
  return
}

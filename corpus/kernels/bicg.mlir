// why:    s = transpose(A)*r and q = A*p in one nest: one statement reduces along i, its neighbour along j
// run:    relations
// expect: ok
// run:    deps
// expect: ok
func.func @bicg(
    %A: memref<?x?xf64>, %s: memref<?xf64>, %q: memref<?xf64>, %p: memref<?xf64>, %r: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %m = memref.dim %A, %c1 : memref<?x?xf64>
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to %m {
    affine.store %zero, %s[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %n {
    affine.store %zero, %q[%i] : memref<?xf64>
    affine.for %j = 0 to %m {
      %sv = affine.load %s[%j] : memref<?xf64>
      %rv = affine.load %r[%i] : memref<?xf64>
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %prod = arith.mulf %rv, %a : f64
      %sum = arith.addf %sv, %prod : f64
      affine.store %sum, %s[%j] : memref<?xf64>
      %qv = affine.load %q[%i] : memref<?xf64>
      %a1 = affine.load %A[%i, %j] : memref<?x?xf64>
      %pv = affine.load %p[%j] : memref<?xf64>
      %prod1 = arith.mulf %a1, %pv : f64
      %sum1 = arith.addf %qv, %prod1 : f64
      affine.store %sum1, %q[%i] : memref<?xf64>
    }
  }
  return
}

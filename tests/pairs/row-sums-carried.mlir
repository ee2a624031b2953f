// The sum of a row is carried by the loop instead of kept in memory.
func.func @before(%A: memref<?x?xf64>, %S: memref<?xf64>, %n: index, %m: index) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to %n {
    affine.store %zero, %S[%i] : memref<?xf64>
    affine.for %j = 0 to %m {
      %s = affine.load %S[%i] : memref<?xf64>
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %t = arith.addf %s, %a : f64
      affine.store %t, %S[%i] : memref<?xf64>
    }
  }
  return
}
func.func @after(%A: memref<?x?xf64>, %S: memref<?xf64>, %n: index, %m: index) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to %n {
    %sum = affine.for %j = 0 to %m iter_args(%s = %zero) -> (f64) {
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %t = arith.addf %s, %a : f64
      affine.yield %t : f64
    }
    affine.store %sum, %S[%i] : memref<?xf64>
  }
  return
}

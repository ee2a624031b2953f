// why:    right-looking LU updates the rest of the matrix at once, left-looking LU a column when its turn comes: each element gets the same updates in the same order
// run:    validate %after
// expect: proved
func.func @lu(%A: memref<?x?xf64>, %n: index) {
  affine.for %k = 0 to %n {
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to %n {
      %a = affine.load %A[%i, %k] : memref<?x?xf64>
      %p = affine.load %A[%k, %k] : memref<?x?xf64>
      %q = arith.divf %a, %p : f64
      affine.store %q, %A[%i, %k] : memref<?x?xf64>
    }
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to %n {
      affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to %n {
        %l = affine.load %A[%i, %k] : memref<?x?xf64>
        %u = affine.load %A[%k, %j] : memref<?x?xf64>
        %x = affine.load %A[%i, %j] : memref<?x?xf64>
        %m = arith.mulf %l, %u : f64
        %d = arith.subf %x, %m : f64
        affine.store %d, %A[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}

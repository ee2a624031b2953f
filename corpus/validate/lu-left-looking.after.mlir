func.func @lu(%A: memref<?x?xf64>, %n: index) {
  affine.for %j = 0 to %n {
    affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
      affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to %n {
        %l = affine.load %A[%i, %k] : memref<?x?xf64>
        %u = affine.load %A[%k, %j] : memref<?x?xf64>
        %x = affine.load %A[%i, %j] : memref<?x?xf64>
        %m = arith.mulf %l, %u : f64
        %d = arith.subf %x, %m : f64
        affine.store %d, %A[%i, %j] : memref<?x?xf64>
      }
    }
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%j) to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %p = affine.load %A[%j, %j] : memref<?x?xf64>
      %q = arith.divf %a, %p : f64
      affine.store %q, %A[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

func.func @solve(%L: memref<?x?xf64>, %x: memref<?xf64>, %n: index) {
  affine.for %j = 0 to %n {
    %d = affine.load %L[%j, %j] : memref<?x?xf64>
    %c = affine.load %x[%j] : memref<?xf64>
    %q = arith.divf %c, %d : f64
    affine.store %q, %x[%j] : memref<?xf64>
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%j) to %n {
      %a = affine.load %L[%i, %j] : memref<?x?xf64>
      %b = affine.load %x[%j] : memref<?xf64>
      %e = affine.load %x[%i] : memref<?xf64>
      %p = arith.mulf %a, %b : f64
      %s = arith.subf %e, %p : f64
      affine.store %s, %x[%i] : memref<?xf64>
    }
  }
  return
}

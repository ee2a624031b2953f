// why:    back substitution by columns instead of rows: each unknown is reduced by the same terms in the same order
// run:    validate %after
// expect: proved
func.func @solve(%L: memref<?x?xf64>, %x: memref<?xf64>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %a = affine.load %L[%i, %j] : memref<?x?xf64>
      %b = affine.load %x[%j] : memref<?xf64>
      %c = affine.load %x[%i] : memref<?xf64>
      %p = arith.mulf %a, %b : f64
      %s = arith.subf %c, %p : f64
      affine.store %s, %x[%i] : memref<?xf64>
    }
    %d = affine.load %L[%i, %i] : memref<?x?xf64>
    %c = affine.load %x[%i] : memref<?xf64>
    %q = arith.divf %c, %d : f64
    affine.store %q, %x[%i] : memref<?xf64>
  }
  return
}

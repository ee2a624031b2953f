// why:    L*x = b by forward substitution: x[i] is built from all earlier x, so the outer loop carries everything
// run:    relations
// expect: ok
// run:    deps
// expect: ok
func.func @trisolv(%L: memref<?x?xf64>, %x: memref<?xf64>, %b: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %L, %c0 : memref<?x?xf64>
  affine.for %i = 0 to %n {
    %bv = affine.load %b[%i] : memref<?xf64>
    affine.store %bv, %x[%i] : memref<?xf64>
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      %xv = affine.load %x[%i] : memref<?xf64>
      %l = affine.load %L[%i, %j] : memref<?x?xf64>
      %xv1 = affine.load %x[%j] : memref<?xf64>
      %prod = arith.mulf %l, %xv1 : f64
      %diff = arith.subf %xv, %prod : f64
      affine.store %diff, %x[%i] : memref<?xf64>
    }
    %xv = affine.load %x[%i] : memref<?xf64>
    %l = affine.load %L[%i, %i] : memref<?x?xf64>
    %quot = arith.divf %xv, %l : f64
    affine.store %quot, %x[%i] : memref<?xf64>
  }
  return
}

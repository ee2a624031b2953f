// why:    with a unit diagonal, raw runs (j, j') -> (i, j) and each sum runs along j: both stay forward by columns, j outside
// run:    check --transform "interchange(i, j)"
// expect: proved
func.func @interchange_triangular_solve(%L: memref<?x?xf64>, %x: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %L, %c0 : memref<?x?xf64>
  affine.for %i = 1 to %n {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      %xv = affine.load %x[%i] : memref<?xf64>
      %l = affine.load %L[%i, %j] : memref<?x?xf64>
      %xv1 = affine.load %x[%j] : memref<?xf64>
      %prod = arith.mulf %l, %xv1 : f64
      %diff = arith.subf %xv, %prod : f64
      affine.store %diff, %x[%i] : memref<?xf64>
    }
  }
  return
}

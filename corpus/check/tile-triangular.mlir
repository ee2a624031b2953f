// why:    raw and war distances of the lower triangle are (+, +) or (0, +): tiling keeps them although edge tiles are cut
// run:    check --transform "tile(i=4, j=4)"
// expect: proved
func.func @tile_triangular(%L: memref<?x?xf64>, %x: memref<?xf64>) {
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

// why:    a triangular tile is half its hull; the formula says so for tiles on, above and off the diagonal
// run:    footprint --tile i=8,j=8
// expect: ok
// run:    footprint --tile i=8,j=8 --param n=30
// expect: ok
func.func @triangle(%n: index, %L: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(i) -> (i + 1)>(%i) {
      %l = affine.load %L[%i, %j] : memref<?x?xf32>
      %v = affine.load %x[%j] : memref<?xf32>
      %o = affine.load %y[%i] : memref<?xf32>
      %p = arith.mulf %l, %v : f32
      %s = arith.addf %o, %p : f32
      affine.store %s, %y[%i] : memref<?xf32>
    }
  }
  return
}

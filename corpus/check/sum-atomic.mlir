// why:    with affine subscripts too: four sums at the same time
// run:    check --transform "reverse(i)"
// expect: proved-reassociated
// run:    check --transform "parallelize(i)"
// expect: proved-reassociated
func.func @affine(%D: memref<?xf32>, %H: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %D, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %d = affine.load %D[%i] : memref<?xf32>
    %b = affine.apply affine_map<(d0) -> (d0 mod 4)>(%i)
    %old = memref.atomic_rmw addf %d, %H[%b] : (f32, memref<4xf32>) -> f32
  }
  return
}

// why:    the elements of a triangle are copied, not those of the square around it
// run:    transform --transform "data_copy(r, L, set)"
// expect: ok
func.func @triangle(%L: memref<12x12xf32>, %x: memref<12xf32>) {
  affine.for %r = 0 to 4 {
    affine.for %i = 0 to 12 {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %a = affine.load %L[%i, %j] : memref<12x12xf32>
        %b = affine.load %x[%i] : memref<12xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %x[%i] : memref<12xf32>
      }
    }
  }
  return
}

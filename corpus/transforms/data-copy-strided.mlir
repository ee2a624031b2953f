// why:    two accesses that touch every second element, of which MLIR's affine-data-copy-generate copies all between: the slice around them without what the stride leaves out, or the elements alone
// run:    transform --transform "tile(i=4,j=4); data_copy(j_t, A)"
// expect: ok
// run:    transform --transform "tile(i=4,j=4); data_copy(j_t, A, set)"
// expect: ok
func.func @strided(%A: memref<64xf32>, %B: memref<16x16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %a = affine.load %A[%i * 2 + 2] : memref<64xf32>
      %b = affine.load %A[%j * 2 + 32] : memref<64xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %B[%i, %j] : memref<16x16xf32>
    }
  }
  return
}

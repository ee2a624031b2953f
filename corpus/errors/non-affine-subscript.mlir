// why:    a product of two loops is no affine subscript; affine.load promises one
// run:    parse
// expect: error
func.func @non_affine_subscript(%A: memref<256xf32>, %B: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %a = affine.load %A[%i * %j] : memref<256xf32>
      affine.store %a, %B[%i] : memref<16xf32>
    }
  }
  return
}

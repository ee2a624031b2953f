// why:    rows of the array begin one element further on than the transfers say
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<64x96xf32>, %B: memref<64x96xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 96 {
      %a = affine.load %A[%i, %j] : memref<64x96xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %B[%i, %j] : memref<64x96xf32>
    }
  }
  return
}

// why:    what a quotient is subtracted from may be nothing; it is undefined all the same
// run:    validate %after
// expect: refuted
func.func @f(%n: index, %m: index, %k: index, %A: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 5 : index
  affine.for %i = 0 to %c0 {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}

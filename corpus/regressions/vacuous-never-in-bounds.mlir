// why:    the program leaves its array for all sizes, so every other program is proved: that is no green light
// run:    validate %after
// expect: vacuous
func.func @store(%A: memref<4xf32>) {
  %c = arith.constant 1.0 : f32
  affine.for %i = 0 to 5 {
    affine.store %c, %A[%i] : memref<4xf32>
  }
  return
}

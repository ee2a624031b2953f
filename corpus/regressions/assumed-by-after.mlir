// why:    a comment in AFTER must not make AFTER right
// run:    validate %after
// expect: refuted
// run:    validate %after --assume "n <= 0"
// expect: proved
func.func @store(%A: memref<?xf32>, %n: index) {
  %c = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    affine.store %c, %A[%i] : memref<?xf32>
  }
  return
}

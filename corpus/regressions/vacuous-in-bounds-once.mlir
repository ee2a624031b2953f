// why:    one size for which the program is defined is enough to say something: a neighbour of the vacuous proofs
// run:    validate %after
// expect: refuted
// run:    validate %after --assume "n = 0"
// expect: proved
// run:    validate %after --assume "n >= 5"
// expect: vacuous
// run:    validate %after --assume "n >= 3 and n <= 2"
// expect: vacuous
func.func @store(%A: memref<4xf32>, %n: index) {
  %c = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    affine.store %c, %A[%i] : memref<4xf32>
  }
  return
}

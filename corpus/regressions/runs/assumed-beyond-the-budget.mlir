// why:    where the budget ended, runs broke what was assumed
// run:    validate %after --assume "n >= 0" --budget 100 --accept tested
// expect: ok
// run:    validate %after --param n=8 --budget 100 --accept tested
// expect: ok
// run:    validate %after --assume "%n >= 0"
// expect: proved
// run:    validate %after --budget 100
// expect: refuted
func.func @fill(%A: memref<?xf32>, %n: index) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    affine.store %one, %A[%i] : memref<?xf32>
  }
  return
}

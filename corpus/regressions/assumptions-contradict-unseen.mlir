// why:    assumptions that contradict each other, of an argument that nobody uses: refuted by a slice that did not know of them
// run:    validate %after --assume "n >= 1" --assume "n <= 0"
// expect: vacuous
func.func @f(%A: memref<4xf32>, %v: f32, %n: index) {
  affine.for %i = 0 to 4 { affine.store %v, %A[%i] : memref<4xf32> }
  return }

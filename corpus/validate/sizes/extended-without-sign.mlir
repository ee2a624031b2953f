// why:    the second program asks whether the size is not zero, not whether it is positive, and extends it without its sign
// run:    validate %after
// expect: refuted
// run:    validate %after --assume "n >= 0"
// expect: proved
func.func @f(%n: i8, %A: memref<300xf32>, %x: f32) {
  %m = arith.index_cast %n : i8 to index
  affine.for %i = 0 to %m {
    affine.store %x, %A[%i] : memref<300xf32>
  }
  return
}

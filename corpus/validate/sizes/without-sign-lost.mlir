// why:    with its sign, a size beyond 127 is negative
// run:    validate %after
// expect: refuted
// run:    validate %after --assume "n >= 0"
// expect: proved
func.func @f(%n: i8, %A: memref<300xf32>, %x: f32) {
  %m = arith.index_castui %n : i8 to index
  affine.for %i = 0 to %m {
    affine.store %x, %A[%i] : memref<300xf32>
  }
  return
}

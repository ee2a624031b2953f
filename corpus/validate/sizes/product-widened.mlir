// why:    a product in more bits does not wrap: 16 * 16 of 8 bits is 0
// run:    validate %after
// expect: refuted
func.func @f(%n: i8, %m: i8, %A: memref<300xf32>, %x: f32) {
  %p = arith.muli %n, %m : i8
  %q = arith.index_cast %p : i8 to index
  affine.for %i = 0 to %q {
    affine.store %x, %A[%i] : memref<300xf32>
  }
  return
}

// why:    one more than a size of 8 bits is not one more than the index that it becomes: 127 + 1 is -128
// run:    validate %after
// expect: refuted
// run:    validate %after --assume "n < 127"
// expect: proved
func.func @f(%n: i8, %A: memref<300xf32>, %x: f32) {
  %one = arith.constant 1 : i8
  %w = arith.addi %n, %one : i8
  %m = arith.index_cast %w : i8 to index
  affine.for %i = 0 to %m {
    affine.store %x, %A[%i] : memref<300xf32>
  }
  return
}

// why:    a size that is read without its sign: any number up to 255
// run:    validate %after
// expect: proved
func.func @f(%n: i8, %A: memref<300xf32>, %x: f32) {
  %m = arith.index_castui %n : i8 to index
  affine.for %i = 0 to %m {
    affine.store %x, %A[%i] : memref<300xf32>
  }
  return
}

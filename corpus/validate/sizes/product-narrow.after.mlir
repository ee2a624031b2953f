func.func @f(%n: i8, %m: i8, %A: memref<300xf32>, %x: f32) {
  %p = arith.muli %m, %n : i8
  %w = arith.extsi %p : i8 to i32
  %q = arith.index_cast %w : i32 to index
  affine.for %i = 0 to %q {
    affine.store %x, %A[%i] : memref<300xf32>
  }
  return
}

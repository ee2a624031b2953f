func.func @f(%n: i8, %m: i8, %A: memref<300xf32>, %x: f32) {
  %a = arith.index_cast %n : i8 to index
  %b = arith.index_cast %m : i8 to index
  %q = arith.muli %a, %b : index
  affine.for %i = 0 to %q {
    affine.store %x, %A[%i] : memref<300xf32>
  }
  return
}

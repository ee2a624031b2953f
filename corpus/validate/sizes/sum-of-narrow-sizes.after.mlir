func.func @f(%n: i8, %A: memref<300xf32>, %x: f32) {
  %m = arith.index_cast %n : i8 to index
  affine.for %i = 0 to affine_map<()[s0] -> (s0 + 1)>()[%m] {
    affine.store %x, %A[%i] : memref<300xf32>
  }
  return
}

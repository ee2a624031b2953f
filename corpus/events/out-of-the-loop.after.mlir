func.func @hoist(%A: memref<8xf32>, %x: f32) {
  %y = "test.op"(%x) : (f32) -> f32
  affine.for %i = 0 to 8 {
    affine.store %y, %A[%i] : memref<8xf32>
  }
  return
}

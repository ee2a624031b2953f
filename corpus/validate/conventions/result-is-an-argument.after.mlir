func.func @f(%A: memref<8xf32>, %x: f32) -> f32 {
  affine.store %x, %A[3] : memref<8xf32>
  return %x : f32
}

func.func @f(%A: memref<8xf32>, %x: f32) -> f32 {
  return %x : f32
}

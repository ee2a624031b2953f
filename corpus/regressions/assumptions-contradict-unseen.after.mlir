func.func @f(%A: memref<4xf32>, %v: f32, %n: index) {
  return }

func.func @f(%A: memref<8xf32>, %x: f32) -> f32 {
  %c3 = arith.constant 3 : index
  memref.store %x, %A[%c3] : memref<8xf32>
  %1 = memref.load %A[%c3] : memref<8xf32>
  return %1 : f32
}

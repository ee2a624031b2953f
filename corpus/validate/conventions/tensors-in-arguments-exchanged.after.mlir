func.func @f(%A: memref<8xf32>, %B: memref<8xf32>, %x: f32) {
  %c3 = arith.constant 3 : index
  memref.store %x, %B[%c3] : memref<8xf32>
  linalg.fill ins(%x : f32) outs(%A : memref<8xf32>)
  return
}

func.func @f(%A: memref<8xf32>, %B: memref<8xf32>, %x: f32) {
  %c3 = arith.constant 3 : index
  memref.store %x, %A[%c3] : memref<8xf32>
  linalg.fill ins(%x : f32) outs(%B : memref<8xf32>)
  return
}

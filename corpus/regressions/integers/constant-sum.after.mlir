func.func @f(%A: memref<8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
 memref.store %x, %A[%c0] : memref<8xf32>

  return
}

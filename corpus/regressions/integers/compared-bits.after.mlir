func.func @f(%A: memref<64xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
 memref.store %x, %A[%c0] : memref<64xf32>
  return
}

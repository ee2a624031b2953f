func.func @f(%A: memref<8xindex>, %x: index) {
  %c0 = arith.constant 0 : index
  memref.store %c0, %A[%c0] : memref<8xindex>
  return
}

func.func @f(%A: memref<8xindex>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
 memref.store %n, %A[%c0] : memref<8xindex>

  return
}

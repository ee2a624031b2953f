func.func @f(%A: memref<8xf32>) {
  %s = memref.subview %A[0][4][1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %t = memref.subview %A[0][4][2] : memref<8xf32> to memref<4xf32, strided<[2]>>
  memref.copy %s, %t : memref<4xf32, strided<[1]>> to memref<4xf32, strided<[2]>>
  return
}

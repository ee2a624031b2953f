func.func @f(%A: memref<8xf32>) {
  %s = memref.subview %A[0][6][1] : memref<8xf32> to memref<6xf32, strided<[1]>>
  %t = memref.subview %A[2][6][1] : memref<8xf32> to memref<6xf32, strided<[1], offset: 2>>
  memref.copy %s, %t : memref<6xf32, strided<[1]>> to memref<6xf32, strided<[1], offset: 2>>
  return
}

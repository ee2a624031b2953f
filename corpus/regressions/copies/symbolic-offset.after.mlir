func.func @f(%A: memref<?xf32>, %o: index) {
  %s = memref.subview %A[0][4][1] : memref<?xf32> to memref<4xf32, strided<[1]>>
  %t = memref.subview %A[%o][4][1] : memref<?xf32> to memref<4xf32, strided<[1], offset: ?>>
  memref.copy %s, %t : memref<4xf32, strided<[1]>> to memref<4xf32, strided<[1], offset: ?>>
  return
}

// why:    views that share no element are copied in any order
// run:    validate %after
// expect: proved
func.func @f(%A: memref<8xf32>) {
  %s = memref.subview %A[0][4][1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %t = memref.subview %A[4][4][1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  memref.copy %s, %t : memref<4xf32, strided<[1]>> to memref<4xf32, strided<[1], offset: 4>>
  return
}

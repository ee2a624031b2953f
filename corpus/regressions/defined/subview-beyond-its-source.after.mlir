func.func @f(%A: memref<?xf32>, %B: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %C = memref.subview %A[0] [100] [1] : memref<?xf32> to memref<100xf32, strided<[1]>>
  %x = memref.load %C[%c0] : memref<100xf32, strided<[1]>>
  memref.store %x, %B[%c0] : memref<1xf32>
  return
}

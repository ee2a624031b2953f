func.func @f(%A: memref<?xf32>, %B: memref<8xf32>) {
  %s = memref.subview %A[0] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1]>>
  %x = affine.load %s[7] : memref<4xf32, strided<[1]>>
  affine.store %x, %B[0] : memref<8xf32>
  return
}

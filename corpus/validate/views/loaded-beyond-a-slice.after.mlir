func.func @f(%A: memref<16xf32>, %x: f32) -> f32 {
  %i = arith.constant 5 : index
  %j = arith.constant 3 : index
  memref.store %x, %A[%i] : memref<16xf32>
  %0 = memref.subview %A[2] [3] [1] : memref<16xf32> to memref<3xf32, strided<[1], offset: 2>>
  %1 = memref.load %0[%j] : memref<3xf32, strided<[1], offset: 2>>
  return %1 : f32
}

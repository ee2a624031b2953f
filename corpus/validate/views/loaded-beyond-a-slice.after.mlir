func.func @f(%A: memref<16xf32>, %x: f32) -> f32 {
  %i = arith.constant 5 : index
  memref.store %x, %A[%i] : memref<16xf32>
  %0 = memref.subview %A[0] [4] [1] : memref<16xf32> to memref<4xf32, strided<[1]>>
  %1 = memref.load %0[%i] : memref<4xf32, strided<[1]>>
  return %1 : f32
}

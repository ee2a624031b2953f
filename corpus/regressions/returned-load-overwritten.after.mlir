func.func @f(%A: memref<8xf32>, %v: f32) -> f32 {
  %c = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %S = memref.subview %A[3] [2] [1] : memref<8xf32> to memref<2xf32, strided<[1], offset: 3>>
  %x = memref.load %A[%c3] : memref<8xf32>
  memref.store %v, %S[%c] : memref<2xf32, strided<[1], offset: 3>>
  %r = arith.addf %x, %x : f32
  return %r : f32
}

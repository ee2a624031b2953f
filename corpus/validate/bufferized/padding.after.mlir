func.func @f(%A: memref<4x4xf32>) -> memref<6x6xf32> {
  %z = arith.constant 0.0 : f32
  %p = memref.alloc() : memref<6x6xf32>
  linalg.fill ins(%z : f32) outs(%p : memref<6x6xf32>)
  %s = memref.subview %p[1, 1] [4, 4] [1, 1] : memref<6x6xf32> to memref<4x4xf32, strided<[6, 1], offset: 7>>
  linalg.exp ins(%A : memref<4x4xf32>) outs(%s : memref<4x4xf32, strided<[6, 1], offset: 7>>)
  return %p : memref<6x6xf32>
}

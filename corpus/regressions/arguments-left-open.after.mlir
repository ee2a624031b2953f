func.func @laysame(%A: memref<4x4xf32, strided<[4,1]>>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %z, %A[%i, %i] : memref<4x4xf32, strided<[4,1]>>
  }
  return
}
func.func @layopen(%A: memref<4x4xf32, strided<[?,?], offset: ?>>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %z, %A[%i, %i] : memref<4x4xf32, strided<[?,?], offset: ?>>
  }
  return
}
func.func @dyn(%A: memref<?x?xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %z, %A[%i, %i] : memref<?x?xf32>
  }
  return
}
func.func @dyn1(%A: memref<?x4xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %z, %A[%i, %i] : memref<?x4xf32>
  }
  return
}
func.func @buf(%t: memref<4xf32>) -> memref<4xf32> {
  %r = memref.alloc() : memref<4xf32>
  linalg.add ins(%t, %t : memref<4xf32>, memref<4xf32>) outs(%r : memref<4xf32>)
  return %r : memref<4xf32>
}
func.func @buf_inplace(%t: memref<4xf32>) -> memref<4xf32> {
  linalg.add ins(%t, %t : memref<4xf32>, memref<4xf32>) outs(%t : memref<4xf32>)
  return %t : memref<4xf32>
}
func.func @buf_dyn(%t: memref<4xf32, strided<[?], offset: ?>>) -> memref<4xf32> {
  %r = memref.alloc() : memref<4xf32>
  linalg.add ins(%t, %t : memref<4xf32, strided<[?], offset: ?>>, memref<4xf32, strided<[?], offset: ?>>) outs(%r : memref<4xf32>)
  return %r : memref<4xf32>
}

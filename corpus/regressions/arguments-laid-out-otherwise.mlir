// why:    a caller lays out what it passes: other strides, another memory space or a promise of no aliases is another function
// run:    validate %after
// expect: unknown
func.func @layT(%A: memref<4x4xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %z, %A[%i, %i] : memref<4x4xf32>
  }
  return
}
func.func @lays(%A: memref<4x4xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %z, %A[%i, %i] : memref<4x4xf32>
  }
  return
}
func.func @layclose(%A: memref<4x4xf32, strided<[?,?], offset: ?>>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %z, %A[%i, %i] : memref<4x4xf32, strided<[?,?], offset: ?>>
  }
  return
}
func.func @space(%A: memref<4x4xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %z, %A[%i, %i] : memref<4x4xf32>
  }
  return
}
func.func @offs(%A: memref<4x4xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %z, %A[%i, %i] : memref<4x4xf32>
  }
  return
}
func.func @noalias(%A: memref<4xf32>, %B: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %A[%i] : memref<4xf32>
    affine.store %x, %B[%i] : memref<4xf32>
  }
  return
}

func.func @layT(%A: memref<4x4xf32, affine_map<(i,j)->(j,i)>>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %z, %A[%i, %i] : memref<4x4xf32, affine_map<(i,j)->(j,i)>>
  }
  return
}
func.func @lays(%A: memref<4x4xf32, strided<[8,1]>>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %z, %A[%i, %i] : memref<4x4xf32, strided<[8,1]>>
  }
  return
}
func.func @layclose(%A: memref<4x4xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %z, %A[%i, %i] : memref<4x4xf32>
  }
  return
}
func.func @space(%A: memref<4x4xf32, 1>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %z, %A[%i, %i] : memref<4x4xf32, 1>
  }
  return
}
func.func @offs(%A: memref<4x4xf32, strided<[4,1], offset: 4>>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %z, %A[%i, %i] : memref<4x4xf32, strided<[4,1], offset: 4>>
  }
  return
}
func.func @noalias(%A: memref<4xf32> {llvm.noalias}, %B: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %A[3 - %i] : memref<4xf32>
    affine.store %x, %B[3 - %i] : memref<4xf32>
  }
  return
}

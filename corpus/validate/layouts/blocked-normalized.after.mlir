func.func @blocks(%arg0: memref<8x8xf32>, %arg1: memref<8x8xf32>) {
  %alloc = memref.alloc() : memref<2x2x4x4xf32>
  affine.for %arg2 = 0 to 8 {
    affine.for %arg3 = 0 to 8 {
      %0 = affine.load %arg0[%arg2, %arg3] : memref<8x8xf32>
      affine.store %0, %alloc[%arg2 floordiv 4, %arg3 floordiv 4, %arg2 mod 4, %arg3 mod 4] : memref<2x2x4x4xf32>
    }
  }
  affine.for %arg2 = 0 to 8 {
    affine.for %arg3 = 0 to 8 {
      %0 = affine.load %alloc[%arg3 floordiv 4, %arg2 floordiv 4, %arg3 mod 4, %arg2 mod 4] : memref<2x2x4x4xf32>
      affine.store %0, %arg1[%arg2, %arg3] : memref<8x8xf32>
    }
  }
  return
}

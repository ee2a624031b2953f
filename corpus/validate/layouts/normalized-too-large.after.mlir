func.func @ring(%arg0: memref<8xf32>, %arg1: memref<8xf32>) {
  %alloc = memref.alloc() : memref<4xf32>
  affine.for %arg2 = 0 to 8 {
    %0 = affine.load %arg0[%arg2] : memref<8xf32>
    affine.store %0, %alloc[%arg2 mod 4] : memref<4xf32>
  }
  affine.for %arg2 = 0 to 8 {
    %0 = affine.load %alloc[%arg2 mod 4] : memref<4xf32>
    affine.store %0, %arg1[%arg2] : memref<8xf32>
  }
  return
}

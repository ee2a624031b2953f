func.func @ring_of_each(%arg0: memref<8xf32>, %arg1: memref<8xf32>) {
  affine.for %arg2 = 0 to 8 {
    %alloc = memref.alloc() : memref<2xf32>
    affine.for %arg3 = 0 to 8 {
      %1 = affine.load %arg0[%arg3] : memref<8xf32>
      affine.store %1, %alloc[%arg3 mod 2] : memref<2xf32>
    }
    %0 = affine.load %alloc[%arg2 mod 2] : memref<2xf32>
    affine.store %0, %arg1[%arg2] : memref<8xf32>
  }
  return
}

#map = affine_map<(d0) -> (d0 + 1)>
module {
  func.func @diagonal(%arg0: memref<5x4xf64>) {
    affine.for %arg1 = 0 to 4 step 2 {
      affine.for %arg2 = 1 to 4 {
        %0 = affine.load %arg0[%arg1, %arg2] : memref<5x4xf64>
        affine.store %0, %arg0[%arg1 + 1, %arg2 - 1] : memref<5x4xf64>
        %1 = affine.apply #map(%arg1)
        %2 = affine.load %arg0[%1, %arg2] : memref<5x4xf64>
        affine.store %2, %arg0[%1 + 1, %arg2 - 1] : memref<5x4xf64>
      }
    }
    return
  }
}


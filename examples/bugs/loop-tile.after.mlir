#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (d0 + 2)>
module {
  func.func @sums(%arg0: memref<4xf64>) {
    affine.for %arg1 = 0 to 4 step 2 {
      affine.for %arg2 = 0 to 4 step 2 {
        affine.for %arg3 = #map(%arg1) to #map1(%arg1) {
          affine.for %arg4 = #map(%arg2) to #map1(%arg2) {
            %0 = affine.load %arg0[%arg3] : memref<4xf64>
            %1 = affine.load %arg0[%arg4] : memref<4xf64>
            %2 = arith.addf %0, %1 : f64
            affine.store %2, %arg0[%arg3] : memref<4xf64>
          }
        }
      }
    }
    return
  }
}


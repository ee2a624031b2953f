#map = affine_map<(d0) -> (-d0 + 11)>
module {
  func.func @mirror(%arg0: memref<12xf32>, %arg1: memref<12xf32>) {
    affine.for %arg2 = 0 to 12 step 4 {
      %0 = affine.apply #map(%arg2)
      %1 = ub.poison : f32
      %2 = vector.transfer_read %arg0[%0], %1 : memref<12xf32>, vector<4xf32>
      vector.transfer_write %2, %arg1[%arg2] : vector<4xf32>, memref<12xf32>
    }
    return
  }
}


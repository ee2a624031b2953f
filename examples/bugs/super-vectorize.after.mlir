#map = affine_map<(d0) -> (d0 + 1)>
module {
  func.func @odd(%arg0: memref<8xf64>) {
    affine.for %arg1 = 0 to 7 step 8 {
      %0 = ub.poison : f64
      %1 = vector.transfer_read %arg0[%arg1], %0 : memref<8xf64>, vector<4xf64>
      %2 = affine.apply #map(%arg1)
      vector.transfer_write %1, %arg0[%2] : vector<4xf64>, memref<8xf64>
    }
    return
  }
}


#map = affine_map<(d0) -> (d0)>
module {
  func.func @below_three(%arg0: memref<5xf64>) {
    %cst = arith.constant 0.000000e+00 : f64
    affine.for %arg1 = 0 to 5 {
      affine.store %cst, %arg0[%arg1] : memref<5xf64>
      affine.for %arg2 = #map(%arg1) to 3 {
      }
    }
    return
  }
}


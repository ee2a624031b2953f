#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (d0 + ((-d0 + 2) floordiv 3) * 3)>
module {
  func.func @triangle(%arg0: memref<6xf64>) {
    %cst = arith.constant 1.000000e+00 : f64
    affine.for %arg1 = 0 to 6 {
      affine.for %arg2 = #map(%arg1) to #map1(%arg1) step 3 {
        %0 = affine.load %arg0[%arg1] : memref<6xf64>
        %1 = arith.addf %0, %cst : f64
        affine.store %1, %arg0[%arg1] : memref<6xf64>
        %2 = affine.load %arg0[%arg1] : memref<6xf64>
        %3 = arith.addf %2, %cst : f64
        affine.store %3, %arg0[%arg1] : memref<6xf64>
        %4 = affine.load %arg0[%arg1] : memref<6xf64>
        %5 = arith.addf %4, %cst : f64
        affine.store %5, %arg0[%arg1] : memref<6xf64>
      }
      affine.for %arg2 = #map1(%arg1) to 2 {
        %0 = affine.load %arg0[%arg1] : memref<6xf64>
        %1 = arith.addf %0, %cst : f64
        affine.store %1, %arg0[%arg1] : memref<6xf64>
      }
    }
    return
  }
}


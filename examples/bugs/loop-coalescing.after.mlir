#map = affine_map<()[s0] -> (s0)>
#map1 = affine_map<(d0)[s0] -> (d0 * s0)>
#map2 = affine_map<(d0)[s0] -> (d0 mod s0)>
#map3 = affine_map<(d0)[s0] -> (d0 floordiv s0)>
module {
  func.func @count(%arg0: index, %arg1: index, %arg2: memref<1xf64>) {
    %cst = arith.constant 1.000000e+00 : f64
    %0 = affine.apply #map()[%arg0]
    %1 = affine.apply #map()[%arg1]
    %2 = affine.apply #map1(%0)[%1]
    affine.for %arg3 = 0 to %2 {
      %3 = affine.apply #map2(%arg3)[%1]
      %4 = affine.apply #map3(%arg3)[%1]
      %5 = affine.load %arg2[0] : memref<1xf64>
      %6 = arith.addf %5, %cst : f64
      affine.store %6, %arg2[0] : memref<1xf64>
    }
    return
  }
}


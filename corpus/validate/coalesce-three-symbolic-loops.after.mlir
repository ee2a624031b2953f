#map = affine_map<()[s0] -> (s0)>
#map1 = affine_map<(d0)[s0] -> (d0 * s0)>
#map2 = affine_map<(d0)[s0] -> (d0 mod s0)>
#map3 = affine_map<(d0)[s0] -> (d0 floordiv s0)>
module {
  func.func @add3(%arg0: memref<?x?x?xf32>, %arg1: memref<?x?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %dim = memref.dim %arg0, %c0 : memref<?x?x?xf32>
    %dim_0 = memref.dim %arg0, %c1 : memref<?x?x?xf32>
    %dim_1 = memref.dim %arg0, %c2 : memref<?x?x?xf32>
    %0 = affine.apply #map()[%dim]
    %1 = affine.apply #map()[%dim_0]
    %2 = affine.apply #map1(%0)[%1]
    %3 = affine.apply #map()[%dim_1]
    %4 = affine.apply #map1(%2)[%3]
    affine.for %arg2 = 0 to %4 {
      %5 = affine.apply #map2(%arg2)[%3]
      %6 = affine.apply #map3(%arg2)[%3]
      %7 = affine.apply #map2(%6)[%1]
      %8 = affine.apply #map3(%6)[%1]
      %9 = affine.load %arg0[%8, %7, %5] : memref<?x?x?xf32>
      %10 = affine.load %arg1[%8, %7, %5] : memref<?x?x?xf32>
      %11 = arith.addf %9, %10 : f32
      affine.store %11, %arg1[%8, %7, %5] : memref<?x?x?xf32>
    }
    return
  }
}


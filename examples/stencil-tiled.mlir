// What mlir-opt 22.1.8 makes of stencil.mlir with --affine-loop-tile=tile-size=3: the time loop is tiled without
// skewing, so a tile reads cells that the tile to its right has not yet written.
#map = affine_map<()[s0] -> (s0 - 1)>
#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<(d0)[s0] -> (d0 + 3, s0)>
#map3 = affine_map<(d0)[s0] -> (d0 + 3, s0 - 1)>
module {
  func.func @stencil(%arg0: index, %arg1: memref<?xf64>) {
    %c0 = arith.constant 0 : index
    %dim = memref.dim %arg1, %c0 : memref<?xf64>
    %cst = arith.constant 3.330000e-01 : f64
    affine.for %arg2 = 0 to %arg0 step 3 {
      affine.for %arg3 = 1 to #map()[%dim] step 3 {
        affine.for %arg4 = #map1(%arg2) to min #map2(%arg2)[%arg0] {
          affine.for %arg5 = #map1(%arg3) to min #map3(%arg3)[%dim] {
            %0 = affine.load %arg1[%arg5 - 1] : memref<?xf64>
            %1 = affine.load %arg1[%arg5] : memref<?xf64>
            %2 = affine.load %arg1[%arg5 + 1] : memref<?xf64>
            %3 = arith.addf %0, %1 : f64
            %4 = arith.addf %3, %2 : f64
            %5 = arith.mulf %cst, %4 : f64
            affine.store %5, %arg1[%arg5] : memref<?xf64>
          }
        }
      }
    }
    return
  }
}


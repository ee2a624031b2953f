#map = affine_map<()[s0, s1, s2] -> (s1 - (s1 - s0) mod s2)>
module {
  func.func @clear(%arg0: index, %arg1: memref<4xf64>) {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %cst = arith.constant 0.000000e+00 : f64
    %0 = affine.apply #map()[%c0, %arg0, %c2]
    scf.for %arg2 = %c0 to %0 step %c2 {
      %1 = arith.addi %arg2, %c2 : index
      memref.store %cst, %arg1[%1] : memref<4xf64>
    }
    scf.for %arg2 = %0 to %arg0 step %c2 {
      %1 = arith.addi %arg2, %c2 : index
      memref.store %cst, %arg1[%1] : memref<4xf64>
    }
    return
  }
}


module {
  func.func @twice(%arg0: memref<2xf64>, %arg1: memref<1xf64>) {
    %c1 = arith.constant 1 : index
    affine.for %arg2 = 0 to 2 {
      %0 = affine.load %arg0[%c1 - 1] : memref<2xf64>
      %1 = affine.load %arg0[%c1] : memref<2xf64>
      %2 = arith.addf %1, %0 : f64
      affine.store %2, %arg0[%c1] : memref<2xf64>
      affine.for %arg3 = 0 to 1 {
        %3 = affine.load %arg1[%arg3] : memref<1xf64>
        %4 = affine.load %arg0[%arg2] : memref<2xf64>
        %5 = arith.addf %4, %3 : f64
        affine.store %5, %arg0[%arg2] : memref<2xf64>
      }
    }
    return
  }
}


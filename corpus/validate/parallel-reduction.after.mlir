module {
  func.func @rowsum(%arg0: memref<16x24xf32>, %arg1: memref<16xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    affine.parallel (%arg2) = (0) to (16) {
      %0 = affine.parallel (%arg3) = (0) to (24) reduce ("addf") -> (f32) {
        %2 = affine.load %arg0[%arg2, %arg3] : memref<16x24xf32>
        affine.yield %2 : f32
      }
      %1 = arith.addf %cst, %0 : f32
      affine.store %1, %arg1[%arg2] : memref<16xf32>
    }
    return
  }
}


module {
  func.func @rowsum(%arg0: memref<16x24xf32>, %arg1: memref<16xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    affine.for %arg2 = 0 to 16 {
      %cst_0 = arith.constant dense<0.000000e+00> : vector<4xf32>
      %0 = affine.for %arg3 = 0 to 24 step 4 iter_args(%arg4 = %cst_0) -> (vector<4xf32>) {
        %2 = ub.poison : f32
        %3 = vector.transfer_read %arg0[%arg2, %arg3], %2 : memref<16x24xf32>, vector<4xf32>
        %4 = arith.addf %arg4, %3 : vector<4xf32>
        affine.yield %4 : vector<4xf32>
      }
      %1 = vector.reduction <add>, %0 : vector<4xf32> into f32
      affine.store %1, %arg1[%arg2] : memref<16xf32>
    }
    return
  }
}


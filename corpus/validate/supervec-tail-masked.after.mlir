module {
  func.func @relu(%arg0: memref<12x20xf32>, %arg1: memref<12x20xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    affine.for %arg2 = 0 to 12 {
      affine.for %arg3 = 0 to 20 step 8 {
        %cst_0 = arith.constant dense<0.000000e+00> : vector<8xf32>
        %0 = ub.poison : f32
        %1 = vector.transfer_read %arg0[%arg2, %arg3], %0 : memref<12x20xf32>, vector<8xf32>
        %2 = arith.cmpf ogt, %1, %cst_0 : vector<8xf32>
        %3 = arith.select %2, %1, %cst_0 : vector<8xi1>, vector<8xf32>
        vector.transfer_write %3, %arg1[%arg2, %arg3] : vector<8xf32>, memref<12x20xf32>
      }
    }
    return
  }
}


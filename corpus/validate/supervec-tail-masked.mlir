// why:    20 columns in vectors of 8: lanes beyond the row are padded with poison, computed on and never stored
// run:    validate %after
// expect: proved
module {
  func.func @relu(%arg0: memref<12x20xf32>, %arg1: memref<12x20xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    affine.for %arg2 = 0 to 12 {
      affine.for %arg3 = 0 to 20 {
        %0 = affine.load %arg0[%arg2, %arg3] : memref<12x20xf32>
        %1 = arith.cmpf ogt, %0, %cst : f32
        %2 = arith.select %1, %0, %cst : f32
        affine.store %2, %arg1[%arg2, %arg3] : memref<12x20xf32>
      }
    }
    return
  }
}


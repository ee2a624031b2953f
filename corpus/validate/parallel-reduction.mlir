// why:    row sums by affine.parallel with reduce
// run:    validate %after
// expect: proved-reassociated
module {
  func.func @rowsum(%arg0: memref<16x24xf32>, %arg1: memref<16xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    affine.for %arg2 = 0 to 16 {
      %0 = affine.for %arg3 = 0 to 24 iter_args(%arg4 = %cst) -> (f32) {
        %1 = affine.load %arg0[%arg2, %arg3] : memref<16x24xf32>
        %2 = arith.addf %arg4, %1 : f32
        affine.yield %2 : f32
      }
      affine.store %0, %arg1[%arg2] : memref<16xf32>
    }
    return
  }
}


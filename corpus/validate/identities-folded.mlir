// why:    operations that compute their operand are folded away
// run:    validate %after
// expect: proved
module {
  func.func @identities(%arg0: memref<8xf32>, %arg1: memref<8xi32>) {
    %cst = arith.constant 1.000000e+00 : f32
    %cst_0 = arith.constant -0.000000e+00 : f32
    %c0_i32 = arith.constant 0 : i32
    affine.for %arg2 = 0 to 8 {
      %0 = affine.load %arg0[%arg2] : memref<8xf32>
      %1 = arith.mulf %0, %cst : f32
      %2 = arith.addf %1, %cst_0 : f32
      %3 = arith.addf %2, %2 : f32
      affine.store %3, %arg0[%arg2] : memref<8xf32>
      %4 = affine.load %arg1[%arg2] : memref<8xi32>
      %5 = arith.addi %4, %c0_i32 : i32
      %6 = arith.muli %5, %5 : i32
      affine.store %6, %arg1[%arg2] : memref<8xi32>
    }
    return
  }
}


func.func @times_zero(%arg0: f32) -> f32 {
  %cst = arith.constant 0.000000e+00 : f32
  return %cst : f32
}
func.func @div_self(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: index) {
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %cst_1 = arith.constant 2.000000e+00 : f32
  affine.for %arg4 = 0 to %arg3 {
    %0 = affine.load %arg0[%arg4] : memref<?xf32>
    %1 = affine.load %arg1[%arg4] : memref<?xf32>
    %2 = arith.mulf %cst_0, %cst_0 : f32
    affine.store %2, %arg2[%arg4] : memref<?xf32>
  }
  return
}
func.func @zero_div(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: index) {
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %cst_1 = arith.constant 2.000000e+00 : f32
  affine.for %arg4 = 0 to %arg3 {
    %0 = affine.load %arg0[%arg4] : memref<?xf32>
    %1 = affine.load %arg1[%arg4] : memref<?xf32>
    %2 = arith.mulf %cst, %cst : f32
    affine.store %2, %arg2[%arg4] : memref<?xf32>
  }
  return
}
func.func @maxnum(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: index) {
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %cst_1 = arith.constant 2.000000e+00 : f32
  affine.for %arg4 = 0 to %arg3 {
    %0 = affine.load %arg0[%arg4] : memref<?xf32>
    %1 = affine.load %arg1[%arg4] : memref<?xf32>
    %2 = arith.maxnumf %0, %1 : f32
    affine.store %2, %arg2[%arg4] : memref<?xf32>
  }
  return
}
func.func @minsel(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: index) {
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %cst_1 = arith.constant 2.000000e+00 : f32
  affine.for %arg4 = 0 to %arg3 {
    %0 = affine.load %arg0[%arg4] : memref<?xf32>
    %1 = affine.load %arg1[%arg4] : memref<?xf32>
    %2 = arith.minimumf %0, %1 : f32
    affine.store %2, %arg2[%arg4] : memref<?xf32>
  }
  return
}
func.func @notlt(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: index) {
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %cst_1 = arith.constant 2.000000e+00 : f32
  affine.for %arg4 = 0 to %arg3 {
    %0 = affine.load %arg0[%arg4] : memref<?xf32>
    %1 = affine.load %arg1[%arg4] : memref<?xf32>
    %2 = arith.cmpf oge, %0, %1 : f32
    %3 = arith.select %2, %cst_0, %cst : f32
    affine.store %3, %arg2[%arg4] : memref<?xf32>
  }
  return
}
func.func @oeq_self(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: index) {
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %cst_1 = arith.constant 2.000000e+00 : f32
  affine.for %arg4 = 0 to %arg3 {
    %0 = affine.load %arg0[%arg4] : memref<?xf32>
    %1 = affine.load %arg1[%arg4] : memref<?xf32>
    %2 = arith.mulf %cst, %cst_0 : f32
    affine.store %2, %arg2[%arg4] : memref<?xf32>
  }
  return
}
func.func @neg(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: index) {
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %cst_1 = arith.constant 2.000000e+00 : f32
  affine.for %arg4 = 0 to %arg3 {
    %0 = affine.load %arg0[%arg4] : memref<?xf32>
    %1 = affine.load %arg1[%arg4] : memref<?xf32>
    %2 = arith.subf %cst, %0 : f32
    affine.store %2, %arg2[%arg4] : memref<?xf32>
  }
  return
}
func.func @trunc_ext(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: index) {
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %cst_1 = arith.constant 2.000000e+00 : f32
  affine.for %arg4 = 0 to %arg3 {
    %0 = affine.load %arg0[%arg4] : memref<?xf32>
    %1 = affine.load %arg1[%arg4] : memref<?xf32>
    %2 = arith.mulf %0, %cst_0 : f32
    affine.store %2, %arg2[%arg4] : memref<?xf32>
  }
  return
}
func.func @round_even(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: index) {
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %cst_1 = arith.constant 2.000000e+00 : f32
  affine.for %arg4 = 0 to %arg3 {
    %0 = affine.load %arg0[%arg4] : memref<?xf32>
    %1 = affine.load %arg1[%arg4] : memref<?xf32>
    %2 = math.roundeven %0 : f32
    affine.store %2, %arg2[%arg4] : memref<?xf32>
  }
  return
}
func.func @rem_floor(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: index) {
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %cst_1 = arith.constant 2.000000e+00 : f32
  affine.for %arg4 = 0 to %arg3 {
    %0 = affine.load %arg0[%arg4] : memref<?xf32>
    %1 = affine.load %arg1[%arg4] : memref<?xf32>
    %2 = arith.divf %0, %cst_1 : f32
    %3 = math.floor %2 : f32
    %4 = arith.mulf %3, %cst_1 : f32
    %5 = arith.subf %0, %4 : f32
    affine.store %5, %arg2[%arg4] : memref<?xf32>
  }
  return
}

// why:    folds of floats that only NaN, an infinity, a zero of the other sign or a half tells from right ones, in loops of any size: the runs must meet those numbers
// run:    validate %after
// expect: refuted
func.func @times_zero(%arg0: f32) -> f32 {
  %cst = arith.constant 0.000000e+00 : f32
  %0 = arith.mulf %arg0, %cst : f32
  return %0 : f32
}
func.func @div_self(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: index) {
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %cst_1 = arith.constant 2.000000e+00 : f32
  affine.for %arg4 = 0 to %arg3 {
    %0 = affine.load %arg0[%arg4] : memref<?xf32>
    %1 = affine.load %arg1[%arg4] : memref<?xf32>
    %2 = arith.divf %0, %0 : f32
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
    %2 = arith.divf %cst, %0 : f32
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
    %2 = arith.maximumf %0, %1 : f32
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
    %2 = arith.cmpf olt, %0, %1 : f32
    %3 = arith.select %2, %0, %1 : f32
    affine.store %3, %arg2[%arg4] : memref<?xf32>
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
    %2 = arith.cmpf olt, %0, %1 : f32
    %3 = arith.select %2, %cst, %cst_0 : f32
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
    %2 = arith.cmpf oeq, %0, %0 : f32
    %3 = arith.select %2, %cst, %cst_0 : f32
    affine.store %3, %arg2[%arg4] : memref<?xf32>
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
    %2 = arith.negf %0 : f32
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
    %2 = arith.truncf %0 : f32 to f16
    %3 = arith.extf %2 : f16 to f32
    affine.store %3, %arg2[%arg4] : memref<?xf32>
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
    %2 = math.round %0 : f32
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
    %2 = arith.remf %0, %cst_1 : f32
    affine.store %2, %arg2[%arg4] : memref<?xf32>
  }
  return
}

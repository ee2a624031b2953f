// why:    the right neighbours of the attacks on reads and lanes: what is carried never changes, a mask that holds everywhere, other columns
// run:    validate %after
// expect: proved
func.func @carried_swap_eq(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: f32, %arg3: index, %arg4: index, %arg5: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %0:2 = scf.for %arg6 = %c0 to %arg3 step %c1 iter_args(%arg7 = %arg2, %arg8 = %arg2) -> (f32, f32) {
    scf.yield %arg8, %arg7 : f32, f32
  }
  return %0#0 : f32
}
func.func @gather_const_right(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: vector<4xf32>, %arg3: vector<4xi1>, %arg4: index, %arg5: vector<4xi32>, %arg6: vector<4xi1>, %arg7: vector<4xf32>) -> vector<4xf32> {
  %cst = arith.constant dense<[0, 1, 2, 3]> : vector<4xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst_0 = arith.constant 0.000000e+00 : f32
  %cst_1 = arith.constant 1.000000e+00 : f32
  %0 = vector.gather %arg0[%c0] [%cst], %arg3, %arg7 : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %0 : vector<4xf32>
}
func.func @mload_all_true(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: vector<4xf32>, %arg3: vector<4xi1>, %arg4: index, %arg5: vector<4xi32>, %arg6: vector<4xi1>) -> vector<4xf32> {
  %cst = arith.constant dense<true> : vector<4xi1>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst_0 = arith.constant 0.000000e+00 : f32
  %cst_1 = arith.constant 1.000000e+00 : f32
  %0 = vector.maskedload %arg0[%c0], %cst, %arg2 : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %0 : vector<4xf32>
}
func.func @at_2d_distinct_col(%arg0: memref<4x4xf32>, %arg1: f32, %arg2: index, %arg3: index) -> f32 {
  %c1 = arith.constant 1 : index
  %0 = arith.addi %arg3, %c1 : index
  memref.store %arg1, %arg0[%arg2, %arg3] : memref<4x4xf32>
  %1 = memref.load %arg0[%arg3, %0] : memref<4x4xf32>
  return %1 : f32
}
func.func @loop_other_store(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: f32, %arg3: index, %arg4: index, %arg5: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  scf.for %arg6 = %c0 to %arg3 step %c1 {
    %1 = arith.addi %arg4, %c1 : index
    memref.store %arg2, %arg0[%1] : memref<?xf32>
  }
  %0 = memref.load %arg0[%arg4] : memref<?xf32>
  return %0 : f32
}

func.func @mload_one_false(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: vector<4xf32>, %arg3: vector<4xi1>, %arg4: index, %arg5: vector<4xi32>, %arg6: vector<4xi1>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %0 = vector.load %arg0[%c0] : memref<?xf32>, vector<4xf32>
  %1 = vector.extract %arg2[3] : f32 from vector<4xf32>
  %2 = vector.insert %1, %0 [3] : f32 into vector<4xf32>
  return %2 : vector<4xf32>
}
func.func @mstore_shift_order(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: vector<4xf32>, %arg3: vector<4xi1>, %arg4: index, %arg5: vector<4xi32>, %arg6: vector<4xi1>, %arg7: vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  vector.maskedstore %arg0[%c1], %arg6, %arg7 : memref<?xf32>, vector<4xi1>, vector<4xf32>
  vector.maskedstore %arg0[%c0], %arg3, %arg2 : memref<?xf32>, vector<4xi1>, vector<4xf32>
  return
}
func.func @mstore_merge_wrong(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: vector<4xf32>, %arg3: vector<4xi1>, %arg4: index, %arg5: vector<4xi32>, %arg6: vector<4xi1>, %arg7: vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  vector.maskedstore %arg0[%c0], %arg6, %arg7 : memref<?xf32>, vector<4xi1>, vector<4xf32>
  return
}
func.func @gather_swap(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: vector<4xf32>, %arg3: vector<4xi1>, %arg4: index, %arg5: vector<4xi32>, %arg6: vector<4xi1>, %arg7: vector<4xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %0 = vector.gather %arg0[%c0] [%arg5], %arg3, %arg2 : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %0 : vector<4xf32>
}
func.func @gather_const_idx(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: vector<4xf32>, %arg3: vector<4xi1>, %arg4: index, %arg5: vector<4xi32>, %arg6: vector<4xi1>, %arg7: vector<4xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %0 = vector.maskedload %arg0[%c0], %arg3, %arg2 : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %0 : vector<4xf32>
}
func.func @expand_allbutone(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: vector<4xf32>, %arg3: vector<4xi1>, %arg4: index, %arg5: vector<4xi32>, %arg6: vector<4xi1>, %arg7: vector<4xf32>) -> vector<4xf32> {
  %cst = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst_0 = arith.constant 0.000000e+00 : f32
  %cst_1 = arith.constant 1.000000e+00 : f32
  %0 = vector.maskedload %arg0[%c0], %cst, %arg7 : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %0 : vector<4xf32>
}
func.func @compress_vs_masked(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: vector<4xf32>, %arg3: vector<4xi1>, %arg4: index, %arg5: vector<4xi32>, %arg6: vector<4xi1>, %arg7: vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  vector.maskedstore %arg0[%c0], %arg3, %arg2 : memref<?xf32>, vector<4xi1>, vector<4xf32>
  return
}
func.func @vstore_overlap(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: vector<4xf32>, %arg3: vector<4xi1>, %arg4: index, %arg5: vector<4xi32>, %arg6: vector<4xi1>, %arg7: vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  vector.store %arg7, %arg0[%c1] : memref<?xf32>, vector<4xf32>
  vector.store %arg2, %arg0[%c0] : memref<?xf32>, vector<4xf32>
  return
}
func.func @scatter_dup(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: vector<4xf32>, %arg3: vector<4xi1>, %arg4: index, %arg5: vector<4xi32>, %arg6: vector<4xi1>, %arg7: vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %0 = vector.extract %arg2[0] : f32 from vector<4xf32>
  memref.store %0, %arg0[%c0] : memref<?xf32>
  return
}

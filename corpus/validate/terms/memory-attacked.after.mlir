func.func @sib_heights_data(%arg0: memref<?xf32>, %arg1: memref<?xindex>, %arg2: f32, %arg3: index, %arg4: i1, %arg5: memref<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %0 = scf.for %arg6 = %c0 to %arg3 step %c1 iter_args(%arg7 = %cst) -> (f32) {
    %1 = memref.load %arg1[%arg6] : memref<?xindex>
    %2 = memref.load %arg0[%1] : memref<?xf32>
    %3 = arith.addf %arg7, %2 : f32
    scf.yield %3 : f32
  }
  scf.for %arg6 = %c0 to %arg3 step %c1 {
    %1 = memref.load %arg1[%arg6] : memref<?xindex>
    %2 = arith.addi %1, %c1 : index
    memref.store %arg2, %arg0[%2] : memref<?xf32>
  }
  return %0 : f32
}
func.func @nest_heights(%arg0: memref<?xf32>, %arg1: memref<?xindex>, %arg2: f32, %arg3: index, %arg4: i1, %arg5: memref<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %0 = scf.for %arg6 = %c0 to %arg3 step %c1 iter_args(%arg7 = %cst) -> (f32) {
    %1 = scf.for %arg8 = %c0 to %arg3 step %c1 iter_args(%arg9 = %cst) -> (f32) {
      %3 = memref.load %arg1[%arg8] : memref<?xindex>
      %4 = memref.load %arg0[%3] : memref<?xf32>
      %5 = arith.addf %arg9, %4 : f32
      scf.yield %5 : f32
    }
    scf.for %arg8 = %c0 to %arg3 step %c1 {
      %3 = memref.load %arg1[%arg8] : memref<?xindex>
      %4 = arith.addi %3, %c1 : index
      memref.store %arg2, %arg0[%4] : memref<?xf32>
    }
    %2 = arith.addf %arg7, %1 : f32
    scf.yield %2 : f32
  }
  return %0 : f32
}
func.func @two_views(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: f32, %arg3: index, %arg4: index, %arg5: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %subview = memref.subview %arg0[%c0] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1], offset: ?>>
  %subview_1 = memref.subview %arg0[%c1] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1], offset: ?>>
  %0 = memref.load %subview_1[%c0] : memref<4xf32, strided<[1], offset: ?>>
  memref.store %arg2, %subview[%c1] : memref<4xf32, strided<[1], offset: ?>>
  return %0 : f32
}
func.func @allocs_in_if(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: f32, %arg3: index, %arg4: index, %arg5: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %0 = scf.if %arg5 -> (memref<4xf32>) {
    %alloc = memref.alloc() : memref<4xf32>
    memref.store %arg2, %alloc[%c0] : memref<4xf32>
    scf.yield %alloc : memref<4xf32>
  } else {
    %alloc = memref.alloc() : memref<4xf32>
    memref.store %cst, %alloc[%c0] : memref<4xf32>
    scf.yield %alloc : memref<4xf32>
  }
  memref.store %cst_0, %0[%c0] : memref<4xf32>
  %1 = memref.load %0[%c0] : memref<4xf32>
  return %1 : f32
}
func.func @alloc_loop_carried(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: f32, %arg3: index, %arg4: index, %arg5: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %alloc = memref.alloc() : memref<4xf32>
  memref.store %arg2, %alloc[%c0] : memref<4xf32>
  %0 = scf.for %arg6 = %c0 to %arg3 step %c1 iter_args(%arg7 = %alloc) -> (memref<4xf32>) {
    %alloc_1 = memref.alloc() : memref<4xf32>
    memref.store %cst, %alloc_1[%c0] : memref<4xf32>
    scf.yield %alloc_1 : memref<4xf32>
  }
  %1 = memref.load %alloc[%c0] : memref<4xf32>
  return %1 : f32
}
func.func @alloc_loop_prev_iter(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: f32, %arg3: index, %arg4: index, %arg5: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %alloc = memref.alloc() : memref<4xf32>
  memref.store %arg2, %alloc[%c0] : memref<4xf32>
  %0:2 = scf.for %arg6 = %c0 to %arg3 step %c1 iter_args(%arg7 = %alloc, %arg8 = %cst) -> (memref<4xf32>, f32) {
    %alloc_1 = memref.alloc() : memref<4xf32>
    memref.store %cst, %alloc_1[%c0] : memref<4xf32>
    %1 = memref.load %alloc_1[%c0] : memref<4xf32>
    scf.yield %alloc_1, %1 : memref<4xf32>, f32
  }
  return %0#1 : f32
}
func.func @free_in_branch(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: f32, %arg3: index, %arg4: index, %arg5: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %alloc = memref.alloc() : memref<4xf32>
  memref.store %arg2, %alloc[%c0] : memref<4xf32>
  scf.if %arg5 {
    memref.dealloc %alloc : memref<4xf32>
  }
  %0 = memref.load %alloc[%c0] : memref<4xf32>
  return %0 : f32
}
func.func @dead_store_cond(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: f32, %arg3: index, %arg4: index, %arg5: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  scf.if %arg5 {
    memref.store %cst, %arg0[%c0] : memref<?xf32>
  }
  return
}
func.func @dead_store_oob(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: f32, %arg3: index, %arg4: index, %arg5: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  memref.store %cst, %arg0[%c0] : memref<?xf32>
  return
}
func.func @hoist_load_zero_trip(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: f32, %arg3: index, %arg4: index, %arg5: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %0 = memref.load %arg0[%c0] : memref<?xf32>
  scf.for %arg6 = %c0 to %arg3 step %c1 {
    memref.store %0, %arg1[%arg6] : memref<?xf32>
  }
  return
}
func.func @carried_changes_last(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: f32, %arg3: index, %arg4: index, %arg5: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  return %arg2 : f32
}
func.func @carried_swap(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: f32, %arg3: index, %arg4: index, %arg5: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  return %arg2 : f32
}
func.func @carried_delay(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: f32, %arg3: index, %arg4: index, %arg5: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  return %arg2 : f32
}
func.func @const_k65(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: f32, %arg3: index, %arg4: index, %arg5: i1) {
  %c0 = arith.constant 0 : index
  memref.store %arg2, %arg0[%c0] : memref<?xf32>
  %c1 = arith.constant 1 : index
  memref.store %arg2, %arg0[%c1] : memref<?xf32>
  %c2 = arith.constant 2 : index
  memref.store %arg2, %arg0[%c2] : memref<?xf32>
  %c3 = arith.constant 3 : index
  memref.store %arg2, %arg0[%c3] : memref<?xf32>
  %c4 = arith.constant 4 : index
  memref.store %arg2, %arg0[%c4] : memref<?xf32>
  %c5 = arith.constant 5 : index
  memref.store %arg2, %arg0[%c5] : memref<?xf32>
  %c6 = arith.constant 6 : index
  memref.store %arg2, %arg0[%c6] : memref<?xf32>
  %c7 = arith.constant 7 : index
  memref.store %arg2, %arg0[%c7] : memref<?xf32>
  %c8 = arith.constant 8 : index
  memref.store %arg2, %arg0[%c8] : memref<?xf32>
  %c9 = arith.constant 9 : index
  memref.store %arg2, %arg0[%c9] : memref<?xf32>
  %c10 = arith.constant 10 : index
  memref.store %arg2, %arg0[%c10] : memref<?xf32>
  %c11 = arith.constant 11 : index
  memref.store %arg2, %arg0[%c11] : memref<?xf32>
  %c12 = arith.constant 12 : index
  memref.store %arg2, %arg0[%c12] : memref<?xf32>
  %c13 = arith.constant 13 : index
  memref.store %arg2, %arg0[%c13] : memref<?xf32>
  %c14 = arith.constant 14 : index
  memref.store %arg2, %arg0[%c14] : memref<?xf32>
  %c15 = arith.constant 15 : index
  memref.store %arg2, %arg0[%c15] : memref<?xf32>
  %c16 = arith.constant 16 : index
  memref.store %arg2, %arg0[%c16] : memref<?xf32>
  %c17 = arith.constant 17 : index
  memref.store %arg2, %arg0[%c17] : memref<?xf32>
  %c18 = arith.constant 18 : index
  memref.store %arg2, %arg0[%c18] : memref<?xf32>
  %c19 = arith.constant 19 : index
  memref.store %arg2, %arg0[%c19] : memref<?xf32>
  %c20 = arith.constant 20 : index
  memref.store %arg2, %arg0[%c20] : memref<?xf32>
  %c21 = arith.constant 21 : index
  memref.store %arg2, %arg0[%c21] : memref<?xf32>
  %c22 = arith.constant 22 : index
  memref.store %arg2, %arg0[%c22] : memref<?xf32>
  %c23 = arith.constant 23 : index
  memref.store %arg2, %arg0[%c23] : memref<?xf32>
  %c24 = arith.constant 24 : index
  memref.store %arg2, %arg0[%c24] : memref<?xf32>
  %c25 = arith.constant 25 : index
  memref.store %arg2, %arg0[%c25] : memref<?xf32>
  %c26 = arith.constant 26 : index
  memref.store %arg2, %arg0[%c26] : memref<?xf32>
  %c27 = arith.constant 27 : index
  memref.store %arg2, %arg0[%c27] : memref<?xf32>
  %c28 = arith.constant 28 : index
  memref.store %arg2, %arg0[%c28] : memref<?xf32>
  %c29 = arith.constant 29 : index
  memref.store %arg2, %arg0[%c29] : memref<?xf32>
  %c30 = arith.constant 30 : index
  memref.store %arg2, %arg0[%c30] : memref<?xf32>
  %c31 = arith.constant 31 : index
  memref.store %arg2, %arg0[%c31] : memref<?xf32>
  %c32 = arith.constant 32 : index
  memref.store %arg2, %arg0[%c32] : memref<?xf32>
  %c33 = arith.constant 33 : index
  memref.store %arg2, %arg0[%c33] : memref<?xf32>
  %c34 = arith.constant 34 : index
  memref.store %arg2, %arg0[%c34] : memref<?xf32>
  %c35 = arith.constant 35 : index
  memref.store %arg2, %arg0[%c35] : memref<?xf32>
  %c36 = arith.constant 36 : index
  memref.store %arg2, %arg0[%c36] : memref<?xf32>
  %c37 = arith.constant 37 : index
  memref.store %arg2, %arg0[%c37] : memref<?xf32>
  %c38 = arith.constant 38 : index
  memref.store %arg2, %arg0[%c38] : memref<?xf32>
  %c39 = arith.constant 39 : index
  memref.store %arg2, %arg0[%c39] : memref<?xf32>
  %c40 = arith.constant 40 : index
  memref.store %arg2, %arg0[%c40] : memref<?xf32>
  %c41 = arith.constant 41 : index
  memref.store %arg2, %arg0[%c41] : memref<?xf32>
  %c42 = arith.constant 42 : index
  memref.store %arg2, %arg0[%c42] : memref<?xf32>
  %c43 = arith.constant 43 : index
  memref.store %arg2, %arg0[%c43] : memref<?xf32>
  %c44 = arith.constant 44 : index
  memref.store %arg2, %arg0[%c44] : memref<?xf32>
  %c45 = arith.constant 45 : index
  memref.store %arg2, %arg0[%c45] : memref<?xf32>
  %c46 = arith.constant 46 : index
  memref.store %arg2, %arg0[%c46] : memref<?xf32>
  %c47 = arith.constant 47 : index
  memref.store %arg2, %arg0[%c47] : memref<?xf32>
  %c48 = arith.constant 48 : index
  memref.store %arg2, %arg0[%c48] : memref<?xf32>
  %c49 = arith.constant 49 : index
  memref.store %arg2, %arg0[%c49] : memref<?xf32>
  %c50 = arith.constant 50 : index
  memref.store %arg2, %arg0[%c50] : memref<?xf32>
  %c51 = arith.constant 51 : index
  memref.store %arg2, %arg0[%c51] : memref<?xf32>
  %c52 = arith.constant 52 : index
  memref.store %arg2, %arg0[%c52] : memref<?xf32>
  %c53 = arith.constant 53 : index
  memref.store %arg2, %arg0[%c53] : memref<?xf32>
  %c54 = arith.constant 54 : index
  memref.store %arg2, %arg0[%c54] : memref<?xf32>
  %c55 = arith.constant 55 : index
  memref.store %arg2, %arg0[%c55] : memref<?xf32>
  %c56 = arith.constant 56 : index
  memref.store %arg2, %arg0[%c56] : memref<?xf32>
  %c57 = arith.constant 57 : index
  memref.store %arg2, %arg0[%c57] : memref<?xf32>
  %c58 = arith.constant 58 : index
  memref.store %arg2, %arg0[%c58] : memref<?xf32>
  %c59 = arith.constant 59 : index
  memref.store %arg2, %arg0[%c59] : memref<?xf32>
  %c60 = arith.constant 60 : index
  memref.store %arg2, %arg0[%c60] : memref<?xf32>
  %c61 = arith.constant 61 : index
  memref.store %arg2, %arg0[%c61] : memref<?xf32>
  %c62 = arith.constant 62 : index
  memref.store %arg2, %arg0[%c62] : memref<?xf32>
  %c63 = arith.constant 63 : index
  memref.store %arg2, %arg0[%c63] : memref<?xf32>
  return
}
func.func @const_k3b(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: f32, %arg3: index, %arg4: index, %arg5: i1) {
  %c0 = arith.constant 0 : index
  memref.store %arg2, %arg0[%c0] : memref<?xf32>
  %c1 = arith.constant 1 : index
  memref.store %arg2, %arg0[%c1] : memref<?xf32>
  %c2 = arith.constant 2 : index
  memref.store %arg2, %arg0[%c2] : memref<?xf32>
  return
}
func.func @load_after_store_in_branch(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: f32, %arg3: index, %arg4: index, %arg5: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  scf.if %arg5 {
    memref.store %arg2, %arg0[%arg4] : memref<?xf32>
  }
  %0 = memref.load %arg0[%arg4] : memref<?xf32>
  %1 = arith.select %arg5, %0, %cst : f32
  return %1 : f32
}
func.func @loop_carried_index(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: f32, %arg3: index, %arg4: index, %arg5: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %0 = memref.load %arg0[%c0] : memref<?xf32>
  %1 = scf.for %arg6 = %c0 to %arg3 step %c1 iter_args(%arg7 = %c1) -> (index) {
    memref.store %arg2, %arg0[%arg7] : memref<?xf32>
    %2 = arith.subi %c1, %arg7 : index
    scf.yield %2 : index
  }
  return %0 : f32
}
func.func @loop_var_store(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: f32, %arg3: index, %arg4: index, %arg5: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c-1 = arith.constant -1 : index
  %cst = arith.constant 0.000000e+00 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %0 = memref.load %arg0[%c0] : memref<?xf32>
  scf.for %arg6 = %c1 to %arg3 step %c1 {
    %1 = arith.addi %arg6, %c-1 : index
    memref.store %arg2, %arg0[%1] : memref<?xf32>
  }
  return %0 : f32
}
func.func @at_2d_same_col(%arg0: memref<4x4xf32>, %arg1: f32, %arg2: index, %arg3: index) -> f32 {
  %0 = memref.load %arg0[%arg3, %arg3] : memref<4x4xf32>
  memref.store %arg1, %arg0[%arg2, %arg3] : memref<4x4xf32>
  return %0 : f32
}

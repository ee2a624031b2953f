// why:    an attack on how reads are followed past writes: loops beside each other and in each other whose variables are not one, views that overlap, buffers of branches and of iterations, frees, dead stores that are not dead, carried values that change late, iterations that are left out
// run:    validate %after
// expect: refuted
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
  scf.for %arg6 = %c0 to %arg3 step %c1 {
    %1 = memref.load %arg1[%arg6] : memref<?xindex>
    %2 = arith.addi %1, %c1 : index
    memref.store %arg2, %arg0[%2] : memref<?xf32>
  }
  %0 = scf.for %arg6 = %c0 to %arg3 step %c1 iter_args(%arg7 = %cst) -> (f32) {
    %1 = memref.load %arg1[%arg6] : memref<?xindex>
    %2 = memref.load %arg0[%1] : memref<?xf32>
    %3 = arith.addf %arg7, %2 : f32
    scf.yield %3 : f32
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
    scf.for %arg8 = %c0 to %arg3 step %c1 {
      %3 = memref.load %arg1[%arg8] : memref<?xindex>
      %4 = arith.addi %3, %c1 : index
      memref.store %arg2, %arg0[%4] : memref<?xf32>
    }
    %1 = scf.for %arg8 = %c0 to %arg3 step %c1 iter_args(%arg9 = %cst) -> (f32) {
      %3 = memref.load %arg1[%arg8] : memref<?xindex>
      %4 = memref.load %arg0[%3] : memref<?xf32>
      %5 = arith.addf %arg9, %4 : f32
      scf.yield %5 : f32
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
  memref.store %arg2, %subview[%c1] : memref<4xf32, strided<[1], offset: ?>>
  %0 = memref.load %subview_1[%c0] : memref<4xf32, strided<[1], offset: ?>>
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
    %alloc_1 = memref.alloc() : memref<4xf32>
    memref.store %arg2, %alloc_1[%c0] : memref<4xf32>
    scf.yield %alloc_1 : memref<4xf32>
  } else {
    %alloc_1 = memref.alloc() : memref<4xf32>
    memref.store %cst, %alloc_1[%c0] : memref<4xf32>
    scf.yield %alloc_1 : memref<4xf32>
  }
  %alloc = memref.alloc() : memref<4xf32>
  memref.store %cst_0, %alloc[%c0] : memref<4xf32>
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
  %1 = memref.load %0[%c0] : memref<4xf32>
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
    %1 = memref.load %arg7[%c0] : memref<4xf32>
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
  %0 = memref.load %alloc[%c0] : memref<4xf32>
  scf.if %arg5 {
    memref.dealloc %alloc : memref<4xf32>
  }
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
  memref.store %arg2, %arg0[%c0] : memref<?xf32>
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
  memref.store %arg2, %arg0[%arg4] : memref<?xf32>
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
  scf.for %arg6 = %c0 to %arg3 step %c1 {
    %0 = memref.load %arg0[%c0] : memref<?xf32>
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
  %0 = scf.for %arg6 = %c0 to %arg3 step %c1 iter_args(%arg7 = %arg2) -> (f32) {
    %1 = arith.subi %arg3, %c1 : index
    %2 = arith.cmpi eq, %arg6, %1 : index
    %3 = arith.select %2, %cst_0, %arg7 : f32
    scf.yield %3 : f32
  }
  return %0 : f32
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
  %0:2 = scf.for %arg6 = %c0 to %arg3 step %c1 iter_args(%arg7 = %arg2, %arg8 = %cst) -> (f32, f32) {
    scf.yield %arg8, %arg7 : f32, f32
  }
  return %0#0 : f32
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
  %0:2 = scf.for %arg6 = %c0 to %arg3 step %c1 iter_args(%arg7 = %arg2, %arg8 = %arg2) -> (f32, f32) {
    scf.yield %arg8, %cst_0 : f32, f32
  }
  return %0#0 : f32
}
func.func @const_k65(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: f32, %arg3: index, %arg4: index, %arg5: i1) {
  %c0 = arith.constant 0 : index
  %c65 = arith.constant 65 : index
  %c1 = arith.constant 1 : index
  scf.for %arg6 = %c0 to %c65 step %c1 {
    memref.store %arg2, %arg0[%arg6] : memref<?xf32>
  }
  return
}
func.func @const_k3b(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: f32, %arg3: index, %arg4: index, %arg5: i1) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  scf.for %arg6 = %c0 to %c3 step %c2 {
    memref.store %arg2, %arg0[%arg6] : memref<?xf32>
  }
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
  %0 = scf.if %arg5 -> (f32) {
    %1 = memref.load %arg0[%arg4] : memref<?xf32>
    scf.yield %1 : f32
  } else {
    scf.yield %cst : f32
  }
  return %0 : f32
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
  %0 = scf.for %arg6 = %c0 to %arg3 step %c1 iter_args(%arg7 = %c1) -> (index) {
    memref.store %arg2, %arg0[%arg7] : memref<?xf32>
    %2 = arith.subi %c1, %arg7 : index
    scf.yield %2 : index
  }
  %1 = memref.load %arg0[%c0] : memref<?xf32>
  return %1 : f32
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
  scf.for %arg6 = %c1 to %arg3 step %c1 {
    %1 = arith.addi %arg6, %c-1 : index
    memref.store %arg2, %arg0[%1] : memref<?xf32>
  }
  %0 = memref.load %arg0[%c0] : memref<?xf32>
  return %0 : f32
}
func.func @at_2d_same_col(%arg0: memref<4x4xf32>, %arg1: f32, %arg2: index, %arg3: index) -> f32 {
  memref.store %arg1, %arg0[%arg2, %arg3] : memref<4x4xf32>
  %0 = memref.load %arg0[%arg3, %arg3] : memref<4x4xf32>
  return %0 : f32
}

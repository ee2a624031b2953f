func.func @f(%arg0: memref<?x?xf32>, %arg1: memref<?x?xf32>, %arg2: index, %arg3: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = llvm.mlir.constant(1 : i64) : i64
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%arg4, %arg5) : index = (%c0, %c0) to (%arg2, %arg3) step (%c1, %c1) collapse(2) {
        memref.alloca_scope  {
          %2 = memref.load %arg0[%arg4, %arg5] : memref<?x?xf32>
          %3 = arith.addf %2, %2 : f32
          memref.store %3, %arg1[%arg5, %arg4] : memref<?x?xf32>
        }
        omp.yield
      }
    }
    omp.terminator
  }
  %1 = llvm.mlir.constant(1 : i64) : i64
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%arg4, %arg5) : index = (%c0, %c0) to (%arg2, %arg3) step (%c1, %c1) collapse(2) {
        memref.alloca_scope  {
          %2 = memref.load %arg1[%arg5, %arg4] : memref<?x?xf32>
          memref.store %2, %arg0[%arg4, %arg5] : memref<?x?xf32>
        }
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

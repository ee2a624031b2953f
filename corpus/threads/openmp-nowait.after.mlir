func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  omp.parallel num_threads(%k : i32) {
    omp.wsloop schedule(dynamic) nowait {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        %x = memref.load %A[%i] : memref<?xf32>
        memref.store %x, %B[%i] : memref<?xf32>
        omp.yield
      }
    }
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c1) to (%n) inclusive step (%c1) {
        %p = arith.subi %i, %c1 : index
        %q = arith.subi %n, %i : index
        %x = memref.load %B[%q] : memref<?xf32>
        memref.store %x, %A[%p] : memref<?xf32>
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

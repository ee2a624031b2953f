// why:    the wrong neighbour: another value is stored behind the barrier
// run:    validate %after
// expect: refuted
func.func @reads(%A: memref<?xf32>, %i: index) {
  %0 = memref.load %A[%i] : memref<?xf32>
  gpu.barrier
  %1 = memref.load %A[%i] : memref<?xf32>
  %2 = arith.addf %0, %1 : f32
  gpu.barrier
  memref.store %2, %A[%i] : memref<?xf32>
  return
}

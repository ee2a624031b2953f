// why:    MLIR knows what operations of its own dialects do: a barrier between two reads, or a store of a global that another one follows, may be left out
// run:    validate %after
// expect: unknown
func.func @reads(%A: memref<?xf32>, %i: index) {
  %0 = memref.load %A[%i] : memref<?xf32>
  gpu.barrier
  %1 = memref.load %A[%i] : memref<?xf32>
  %2 = arith.addf %0, %1 : f32
  gpu.barrier
  memref.store %2, %A[%i] : memref<?xf32>
  return
}

// why:    a subview of 100 elements of which one is used
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<?xf32>, %B: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %x = memref.load %A[%c0] : memref<?xf32>
  memref.store %x, %B[%c0] : memref<1xf32>
  return
}

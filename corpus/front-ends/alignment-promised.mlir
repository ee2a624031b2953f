// why:    an alignment that only the second program promises is an obligation in this spelling too
// run:    validate %after
// expect: unknown
func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = memref.load %A[%i] : memref<8xf32>
    memref.store %x, %B[%i] : memref<8xf32>
  }
  return
}

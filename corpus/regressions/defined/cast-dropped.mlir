// why:    without a cast there is no obligation
// run:    validate %after
// expect: proved
func.func @f(%A: memref<?xf32>, %B: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %C = memref.cast %A : memref<?xf32> to memref<8xf32>
  %x = memref.load %C[%c0] : memref<8xf32>
  memref.store %x, %B[%c0] : memref<1xf32>
  return
}

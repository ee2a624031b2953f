func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = memref.load %A[%i] : memref<8xf32>
    memref.store %x, %B[%i] : memref<8xf32>
  }
  return
}

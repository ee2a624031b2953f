func.func @f(%A: memref<8xf32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %A[3 - %i + 0] : memref<8xf32>
    affine.store %x, %A[3 - %i + 4] : memref<8xf32>
  }
  return
}

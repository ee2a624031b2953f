func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %B[7] : memref<?xf32>
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}

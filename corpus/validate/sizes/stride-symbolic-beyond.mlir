// why:    a read beyond the last row is no read of the first program
// run:    validate %after
// expect: refuted
func.func @f(%s: index, %n: index, %m: index, %A: memref<?xf32>, %B: memref<?x?xf32>) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %v = affine.load %A[%i * symbol(%s) + %j] : memref<?xf32>
      affine.store %v, %B[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

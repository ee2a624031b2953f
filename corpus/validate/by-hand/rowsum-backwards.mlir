// why:    reduction reverse: the sum runs from the last column to the first
// run:    validate %after
// expect: proved-reassociated
func.func @rowsum(%A: memref<?x?xf32>, %S: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %M {
      %v1 = affine.load %S[%i] : memref<?xf32>
      %v2 = affine.load %A[%i, %j] : memref<?x?xf32>
      %v3 = arith.addf %v1, %v2 : f32
      affine.store %v3, %S[%i] : memref<?xf32>
    }
  }
  return
}

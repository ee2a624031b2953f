// why:    wrong neutral: row maximum started from 0 instead of the first element or the lowest value
// run:    validate %after
// expect: refuted
func.func @row_max(%A: memref<?x?xf32>, %O: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %N {
    %v1 = affine.load %A[%i, 0] : memref<?x?xf32>
    affine.store %v1, %O[%i] : memref<?xf32>
    affine.for %j = 1 to %M {
      %v2 = affine.load %O[%i] : memref<?xf32>
      %v3 = affine.load %A[%i, %j] : memref<?x?xf32>
      %v4 = arith.maximumf %v2, %v3 : f32
      affine.store %v4, %O[%i] : memref<?xf32>
    }
  }
  return
}

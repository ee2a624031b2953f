// why:    permute: the two inner loops may be exchanged
// run:    validate %after
// expect: proved
func.func @floyd(%D: memref<?x?xi32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %D, %c0 : memref<?x?xi32>
  affine.for %k = 0 to %N {
    affine.for %i = 0 to %N {
      affine.for %j = 0 to %N {
        %v1 = affine.load %D[%i, %j] : memref<?x?xi32>
        %v2 = affine.load %D[%i, %k] : memref<?x?xi32>
        %v3 = affine.load %D[%k, %j] : memref<?x?xi32>
        %v4 = arith.addi %v2, %v3 : i32
        %v5 = arith.minsi %v1, %v4 : i32
        affine.store %v5, %D[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}

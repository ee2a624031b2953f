// why:    reduction split: integer sum by tiles with a partial sum per tile
// run:    validate %after
// expect: proved-reassociated
func.func @isum(%A: memref<?xi32>, %S: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xi32>
  affine.for %i = 0 to %N {
    %v1 = affine.load %S[0] : memref<1xi32>
    %v2 = affine.load %A[%i] : memref<?xi32>
    %v3 = arith.addi %v1, %v2 : i32
    affine.store %v3, %S[0] : memref<1xi32>
  }
  return
}

// why:    tile negative distance: the exact distance (1,-1) is not seen as negative (mlir-opt 22: --affine-loop-tile="tile-sizes=3,2")
// run:    validate %after
// expect: refuted
func.func @diagonal_copy(%A: memref<7x6xi32>) {
  %ci32_0 = arith.constant 1 : i32
  affine.for %i = 1 to 7 {
    affine.for %j = 0 to 5 {
      %v1 = affine.load %A[%i - 1, %j + 1] : memref<7x6xi32>
      %v2 = arith.addi %v1, %ci32_0 : i32
      affine.store %v2, %A[%i, %j] : memref<7x6xi32>
    }
  }
  return
}

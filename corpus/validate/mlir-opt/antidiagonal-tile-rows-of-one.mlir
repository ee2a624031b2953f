// why:    tile: distance (1,-1), but the tile height is one (mlir-opt 22: --affine-loop-tile="tile-sizes=1,3")
// run:    validate %after
// expect: proved
func.func @carry(%A: memref<7x8xi32>) {
  affine.for %i = 1 to 7 {
    affine.for %j = 0 to 7 {
      %v1 = affine.load %A[%i - 1, %j + 1] : memref<7x8xi32>
      %v2 = affine.load %A[%i, %j] : memref<7x8xi32>
      %v3 = arith.addi %v1, %v2 : i32
      affine.store %v3, %A[%i, %j] : memref<7x8xi32>
    }
  }
  return
}

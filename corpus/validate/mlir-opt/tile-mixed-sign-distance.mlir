// why:    tile mixed sign: the cell A[2,5] is read everywhere and written once in the middle: distances of both signs (mlir-opt 22: --affine-loop-tile="tile-size=3")
// run:    validate %after
// expect: refuted
func.func @pivot_add(%A: memref<8x9xi32>, %X: memref<9x8xi32>) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 8 {
      %v1 = affine.load %A[2, 5] : memref<8x9xi32>
      %v2 = affine.load %X[%i, %j] : memref<9x8xi32>
      %v3 = arith.addi %v1, %v2 : i32
      affine.store %v3, %A[%j, %i] : memref<8x9xi32>
    }
  }
  return
}

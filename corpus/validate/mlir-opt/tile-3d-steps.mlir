// why:    tile nonunit step: a three-deep nest with steps 1, 2, 2 and distance (1,-2,0) (mlir-opt 22: --affine-loop-tile="tile-size=2")
// run:    validate %after
// expect: refuted
func.func @cube(%A: memref<6x9x9xi32>) {
  %ci32_0 = arith.constant 5 : i32
  affine.for %i = 1 to 6 {
    affine.for %j = 0 to 7 step 2 {
      affine.for %k = 0 to 9 step 2 {
        %v1 = affine.load %A[%i - 1, %j + 2, %k] : memref<6x9x9xi32>
        %v2 = arith.addi %v1, %ci32_0 : i32
        affine.store %v2, %A[%i, %j, %k] : memref<6x9x9xi32>
      }
    }
  }
  return
}

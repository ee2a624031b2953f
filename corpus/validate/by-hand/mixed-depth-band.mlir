// why:    tile mixed depth: the statement before the nest is sunk into tile (1,1) and runs after tile (0,0) has read its cell
// run:    validate %after
// expect: refuted
func.func @seed_then_copy(%X: memref<6x6xi32>, %Y: memref<6x6xi32>) {
  %ci32_0 = arith.constant 40 : i32
  affine.store %ci32_0, %X[2, 2] : memref<6x6xi32>
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 6 {
      %v1 = affine.load %X[%i, %j] : memref<6x6xi32>
      affine.store %v1, %Y[%i, %j] : memref<6x6xi32>
    }
  }
  return
}

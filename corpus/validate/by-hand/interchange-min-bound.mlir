// why:    interchange min bound: the bound min(i+1, 4) of the inner loop is frozen at its last value when the loops are exchanged
// run:    validate %after
// expect: refuted
func.func @band(%A: memref<?x?xi32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xi32>
  %ci32_1 = arith.constant 1 : i32
  affine.for %i = 0 to %N {
    affine.for %j = 0 to min affine_map<(d0)[s0] -> (d0 + 1, 4, s0)>(%i)[%N] {
      %v1 = affine.load %A[%i, %j] : memref<?x?xi32>
      %v2 = arith.addi %v1, %ci32_1 : i32
      affine.store %v2, %A[%i, %j] : memref<?x?xi32>
    }
  }
  return
}

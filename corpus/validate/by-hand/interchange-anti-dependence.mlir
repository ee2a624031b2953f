// why:    interchange dependence: the outer sweep repeats the shift; after interchange each element is shifted before its right neighbour
// run:    validate %after
// expect: refuted
func.func @shift_rounds(%A: memref<?xi32>, %M: index) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xi32>
  %ci32_1 = arith.constant 2 : i32
  affine.for %t = 0 to %M {
    affine.for %i = 0 to affine_map<()[s0] -> (s0 - 1)>()[%N] {
      %v1 = affine.load %A[%i + 1] : memref<?xi32>
      %v2 = arith.addi %v1, %ci32_1 : i32
      affine.store %v2, %A[%i] : memref<?xi32>
    }
  }
  return
}

// why:    race parallel: race: the loop carries a flow dependence but is marked parallel
// run:    validate %after
// expect: refuted
func.func @prefix(%A: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xi32>
  affine.for %i = 1 to %N {
    %v1 = affine.load %A[%i] : memref<?xi32>
    %v2 = affine.load %A[%i - 1] : memref<?xi32>
    %v3 = arith.addi %v1, %v2 : i32
    affine.store %v3, %A[%i] : memref<?xi32>
  }
  return
}

// why:    reduction tail: split into 4 partial sums over N floordiv 4 rounds: the remainder is never added
// run:    validate %after
// expect: refuted
func.func @dot(%X: memref<?xi32>, %Y: memref<?xi32>, %S: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %X, %c0 : memref<?xi32>
  affine.for %i = 0 to %N {
    %v1 = affine.load %S[0] : memref<1xi32>
    %v2 = affine.load %X[%i] : memref<?xi32>
    %v3 = affine.load %Y[%i] : memref<?xi32>
    %v4 = arith.muli %v2, %v3 : i32
    %v5 = arith.addi %v1, %v4 : i32
    affine.store %v5, %S[0] : memref<1xi32>
  }
  return
}

// why:    unroll jam dependence: unroll-and-jam moves row i+1 before the rest of row i although A[i][j] needs A[i-1][j+1] (mlir-opt 22: --pass-pipeline='builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=2}))')
// run:    validate %after
// expect: refuted
func.func @carry(%A: memref<9x6xf32>) {
  affine.for %i = 1 to 9 {
    affine.for %j = 0 to 5 {
      %v1 = affine.load %A[%i - 1, %j + 1] : memref<9x6xf32>
      %v2 = affine.load %A[%i, %j] : memref<9x6xf32>
      %v3 = arith.addf %v1, %v2 : f32
      affine.store %v3, %A[%i, %j] : memref<9x6xf32>
    }
  }
  return
}

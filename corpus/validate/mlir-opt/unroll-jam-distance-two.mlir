// why:    unroll jam: the dependence skips a row, so pairs of rows may be jammed (mlir-opt 22: --pass-pipeline='builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=2}))')
// run:    validate %after
// expect: proved
func.func @skip(%A: memref<10x6xf32>) {
  affine.for %i = 2 to 10 {
    affine.for %j = 0 to 5 {
      %v1 = affine.load %A[%i - 2, %j + 1] : memref<10x6xf32>
      %v2 = affine.load %A[%i, %j] : memref<10x6xf32>
      %v3 = arith.addf %v1, %v2 : f32
      affine.store %v3, %A[%i, %j] : memref<10x6xf32>
    }
  }
  return
}

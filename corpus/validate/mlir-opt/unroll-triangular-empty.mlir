// why:    unroll empty triangular: the unrolled main loop and the clean-up loop overlap or run for an empty triangular loop (mlir-opt 22: --pass-pipeline='builtin.module(func.func(affine-loop-unroll{unroll-factor=3}))')
// run:    validate %after
// expect: refuted
func.func @tri_tail(%A: memref<8x12xi32>) {
  %ci32_0 = arith.constant 1 : i32
  affine.for %i = 0 to 8 {
    affine.for %j = 5 to affine_map<(d0) -> (d0 + 3)>(%i) {
      %v1 = affine.load %A[%i, %j] : memref<8x12xi32>
      %v2 = arith.addi %v1, %ci32_0 : i32
      affine.store %v2, %A[%i, %j] : memref<8x12xi32>
    }
  }
  return
}

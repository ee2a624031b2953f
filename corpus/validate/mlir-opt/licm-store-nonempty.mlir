// why:    licm: the loop has five iterations, so its store may be hoisted (mlir-opt 22: --pass-pipeline='builtin.module(func.func(affine-loop-invariant-code-motion))')
// run:    validate %after
// expect: proved
func.func @last(%A: memref<4xi32>, %v: i32) {
  affine.for %i = 0 to 5 {
    affine.store %v, %A[2] : memref<4xi32>
  }
  return
}

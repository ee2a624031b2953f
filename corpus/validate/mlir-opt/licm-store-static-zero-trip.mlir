// why:    licm zero trip: a store is hoisted out of a loop without iterations (mlir-opt 22: --pass-pipeline='builtin.module(func.func(affine-loop-invariant-code-motion))')
// run:    validate %after
// expect: refuted
func.func @never(%A: memref<4xi32>, %v: i32) {
  affine.for %i = 6 to 6 {
    affine.store %v, %A[2] : memref<4xi32>
  }
  return
}

// why:    licm zero trip: a store is hoisted out of a loop that is empty for n = 0 (mlir-opt 22: --pass-pipeline='builtin.module(func.func(affine-loop-invariant-code-motion))')
// run:    validate %after
// expect: refuted
func.func @maybe(%A: memref<3xf64>, %n: index, %v: f64) {
  affine.for %i = 0 to %n {
    affine.store %v, %A[1] : memref<3xf64>
  }
  return
}

// why:    step scaling: the guard scales the inner index by the step a second time (mlir-opt 22: --pass-pipeline='builtin.module(func.func(scf-parallel-loop-tiling{parallel-loop-tile-sizes=3 no-min-max-bounds=true}))')
// run:    validate %after
// expect: refuted
func.func @even_slots(%A: memref<20xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c14 = arith.constant 14 : index
  %v = arith.constant 6.5 : f32
  scf.parallel (%i) = (%c0) to (%c14) step (%c2) {
    memref.store %v, %A[%i] : memref<20xf32>
    scf.reduce
  }
  return
}

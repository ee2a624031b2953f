// why:    unsigned guard: the in-bounds guard compares unsigned, so iterations below zero are dropped (mlir-opt 22: --pass-pipeline='builtin.module(func.func(scf-parallel-loop-tiling{parallel-loop-tile-sizes=4 no-min-max-bounds=true}))')
// run:    validate %after
// expect: refuted
func.func @shifted(%A: memref<11xi32>) {
  %lo = arith.constant -5 : index
  %hi = arith.constant 6 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %v = arith.constant 42 : i32
  scf.parallel (%i) = (%lo) to (%hi) step (%c1) {
    %k = arith.addi %i, %c5 : index
    memref.store %v, %A[%k] : memref<11xi32>
    scf.reduce
  }
  return
}

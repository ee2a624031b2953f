// why:    peel zero trip: the split bound is computed with a remainder that is wrong for an empty loop (mlir-opt 22: --pass-pipeline='builtin.module(func.func(scf-for-loop-peeling))')
// run:    validate %after
// expect: refuted
func.func @tail(%C: memref<1xi32>, %lo: index, %hi: index, %st: index) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  scf.for %i = %lo to %hi step %st {
    %x = memref.load %C[%c0] : memref<1xi32>
    %y = arith.addi %x, %one : i32
    memref.store %y, %C[%c0] : memref<1xi32>
  }
  return
}

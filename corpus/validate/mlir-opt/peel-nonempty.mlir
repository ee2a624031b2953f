// why:    peel: constant bounds 0 to 9 step 4 (mlir-opt 22: --pass-pipeline='builtin.module(func.func(scf-for-loop-peeling))')
// run:    validate %after
// expect: proved
func.func @tail(%A: memref<9xi32>) {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c9 step %c4 {
    %x = memref.load %A[%i] : memref<9xi32>
    %y = arith.addi %x, %x : i32
    memref.store %y, %A[%i] : memref<9xi32>
  }
  return
}

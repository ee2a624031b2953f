// why:    coalesce negative trip: two loops with negative trip counts: the product is positive and the body runs (mlir-opt 22: --pass-pipeline='builtin.module(func.func(affine-loop-coalescing))')
// run:    validate %after
// expect: refuted
func.func @count(%C: memref<1xi32>, %lo: index, %hi: index) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  scf.for %i = %lo to %hi step %c1 {
    scf.for %j = %lo to %hi step %c1 {
      %x = memref.load %C[%c0] : memref<1xi32>
      %y = arith.addi %x, %one : i32
      memref.store %y, %C[%c0] : memref<1xi32>
    }
  }
  return
}

// why:    private buffer out of bounds: out of bounds: one producer instance gets a private 1x1 buffer; the consumer also reads the cell before it, out of bounds (mlir-opt 22: --pass-pipeline='builtin.module(func.func(affine-loop-fusion))')
// run:    validate %after
// expect: refuted
func.func @superdiag(%M: memref<12x12xi32>, %O: memref<12x12xi32>) {
  %ci32_0 = arith.constant 3 : i32
  %ci32_1 = arith.constant 1 : i32
  affine.for %p = 1 to 8 {
    %v1 = affine.load %M[%p, %p - 1] : memref<12x12xi32>
    %v2 = arith.muli %v1, %ci32_0 : i32
    affine.store %v2, %M[%p - 1, %p] : memref<12x12xi32>
  }
  affine.for %r = 0 to 8 step 2 {
    affine.for %s = 1 to 3 {
      %v3 = affine.load %M[0, %s - 1] : memref<12x12xi32>
      %v4 = arith.addi %v3, %ci32_1 : i32
      affine.store %v4, %O[%r, %s] : memref<12x12xi32>
    }
  }
  return
}

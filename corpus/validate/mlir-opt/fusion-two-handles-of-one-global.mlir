// why:    alias get global: two memref.get_global of one symbol are taken as two buffers (mlir-opt 22: --pass-pipeline='builtin.module(func.func(affine-loop-fusion))')
// run:    validate %after
// expect: refuted
memref.global "private" @state : memref<5xi32> = dense<[4, 9, 2, 7, 5]>
func.func @two_handles(%seed: i32) -> i32 {
  %three = arith.constant 3 : i32
  %c100 = arith.constant 100 : i32
  %w = memref.get_global @state : memref<5xi32>
  %r = memref.get_global @state : memref<5xi32>
  affine.for %i = 0 to 5 {
    %x = affine.load %w[%i] : memref<5xi32>
    %y = arith.muli %x, %three : i32
    affine.store %y, %w[%i] : memref<5xi32>
  }
  %mid = affine.for %i = 0 to 5 iter_args(%a = %seed) -> (i32) {
    %x = affine.load %r[%i] : memref<5xi32>
    %y = arith.addi %a, %x : i32
    affine.yield %y : i32
  }
  affine.for %i = 0 to 5 {
    %x = affine.load %w[%i] : memref<5xi32>
    %y = arith.subi %c100, %x : i32
    affine.store %y, %w[%i] : memref<5xi32>
  }
  %end = affine.for %i = 0 to 5 iter_args(%a = %mid) -> (i32) {
    %x = affine.load %w[%i] : memref<5xi32>
    %y = arith.addi %a, %x : i32
    affine.yield %y : i32
  }
  return %end : i32
}

// why:    alias subview: memref.copy into a subview of the buffer between producer and consumer is not seen (mlir-opt 22: --pass-pipeline='builtin.module(func.func(affine-loop-fusion))')
// run:    validate %after
// expect: refuted
func.func @ring(%in: memref<5x5xf32>, %out: memref<7x7xf32>) {
  %z = arith.constant 0.0 : f32
  %k = arith.constant 0.5 : f32
  %p = memref.alloc() : memref<7x7xf32>
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 7 {
      affine.store %z, %p[%i, %j] : memref<7x7xf32>
    }
  }
  %mid = memref.subview %p[1, 1] [5, 5] [1, 1] : memref<7x7xf32> to memref<5x5xf32, strided<[7, 1], offset: 8>>
  memref.copy %in, %mid : memref<5x5xf32> to memref<5x5xf32, strided<[7, 1], offset: 8>>
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 7 {
      %x = affine.load %p[%i, %j] : memref<7x7xf32>
      %y = arith.mulf %x, %k : f32
      affine.store %y, %out[%i, %j] : memref<7x7xf32>
    }
  }
  return
}

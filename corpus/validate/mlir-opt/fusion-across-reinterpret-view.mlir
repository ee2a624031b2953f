// why:    alias reinterpret cast: a store through a reinterpret_cast view is reordered against loads of the base buffer (mlir-opt 22: --pass-pipeline='builtin.module(func.func(affine-loop-fusion))')
// run:    validate %after
// expect: refuted
func.func @through_view(%out: memref<6x4xf32>) {
  %a = arith.constant 2.5 : f32
  %b = arith.constant 7.0 : f32
  %base = memref.alloc() : memref<6x4xf32>
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 4 {
      affine.store %a, %base[%i, %j] : memref<6x4xf32>
    }
  }
  %v = memref.reinterpret_cast %base to offset: [0], sizes: [6, 4], strides: [4, 1] : memref<6x4xf32> to memref<6x4xf32, strided<[4, 1], offset: 0>>
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 4 {
      affine.store %b, %v[%i, %j] : memref<6x4xf32, strided<[4, 1], offset: 0>>
    }
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 4 {
      %x = affine.load %base[%i, %j] : memref<6x4xf32>
      %y = arith.addf %x, %x : f32
      affine.store %y, %out[%i, %j] : memref<6x4xf32>
    }
  }
  return
}

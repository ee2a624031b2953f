// why:    alias cast: a memref.cast view of the same buffer is taken as another buffer (mlir-opt 22: --pass-pipeline='builtin.module(func.func(affine-loop-fusion))')
// run:    validate %after
// expect: refuted
func.func @erased_shape(%out: memref<8x3xf32>) {
  %one = arith.constant 1.0 : f32
  %nine = arith.constant 9.0 : f32
  %m = memref.alloc() : memref<8x3xf32>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 3 {
      affine.store %one, %m[%i, %j] : memref<8x3xf32>
    }
  }
  %v = memref.cast %m : memref<8x3xf32> to memref<?x?xf32>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 3 {
      affine.store %nine, %v[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 3 {
      %x = affine.load %m[%i, %j] : memref<8x3xf32>
      %y = arith.subf %x, %one : f32
      affine.store %y, %out[%i, %j] : memref<8x3xf32>
    }
  }
  return
}

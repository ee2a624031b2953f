// why:    double execution: the producer updates its buffer in place; the private copy makes it run a second time on updated data (mlir-opt 22: --pass-pipeline='builtin.module(func.func(affine-loop-fusion))')
// run:    validate %after
// expect: refuted
func.func @gain(%P: memref<6xf32>, %D: memref<3xf32>, %g: f32) {
  %cf32_0 = arith.constant 1.0 : f32
  affine.for %i = 0 to 6 {
    %v1 = affine.load %P[%i] : memref<6xf32>
    %v2 = arith.mulf %v1, %g : f32
    affine.store %v2, %P[%i] : memref<6xf32>
  }
  affine.for %i = 0 to 3 {
    %v3 = affine.load %P[%i] : memref<6xf32>
    %v4 = arith.addf %v3, %cf32_0 : f32
    affine.store %v4, %D[%i] : memref<3xf32>
  }
  return
}

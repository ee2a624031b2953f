// why:    fuse: the consumer overwrites only the cell that the same producer instance read (mlir-opt 22: --affine-loop-fusion="mode=producer")
// run:    validate %after
// expect: proved
func.func @update(%G: memref<9xf32>, %T: memref<9xf32>) {
  %cf32_0 = arith.constant 1.0 : f32
  affine.for %i = 2 to 9 {
    %v1 = affine.load %G[%i] : memref<9xf32>
    %v2 = affine.load %G[%i] : memref<9xf32>
    %v3 = arith.mulf %v1, %v2 : f32
    affine.store %v3, %T[%i] : memref<9xf32>
  }
  affine.for %i = 2 to 9 {
    %v4 = affine.load %T[%i] : memref<9xf32>
    %v5 = arith.addf %v4, %cf32_0 : f32
    affine.store %v5, %G[%i] : memref<9xf32>
  }
  return
}

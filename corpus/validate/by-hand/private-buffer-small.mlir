// why:    private buffer small: the private line buffer holds 4 elements but the blur of a tile reads 6
// run:    validate %after
// expect: refuted
func.func @blur2(%A: memref<?xf32>, %O: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  %cf32_1 = arith.constant 2.0 : f32
  %T = memref.alloc(%N) : memref<?xf32>
  affine.for %i = 0 to %N {
    %v1 = affine.load %A[%i] : memref<?xf32>
    %v2 = arith.mulf %v1, %cf32_1 : f32
    affine.store %v2, %T[%i] : memref<?xf32>
  }
  affine.for %i = 0 to affine_map<()[s0] -> (s0 - 2)>()[%N] {
    %v3 = affine.load %T[%i] : memref<?xf32>
    %v4 = affine.load %T[%i + 1] : memref<?xf32>
    %v5 = arith.addf %v3, %v4 : f32
    %v6 = affine.load %T[%i + 2] : memref<?xf32>
    %v7 = arith.addf %v5, %v6 : f32
    affine.store %v7, %O[%i] : memref<?xf32>
  }
  memref.dealloc %T : memref<?xf32>
  return
}

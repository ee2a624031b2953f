// why:    overlapped tile: halo of one element recomputed per tile in a small buffer
// run:    validate %after
// expect: proved
func.func @two_stage(%A: memref<?xf32>, %O: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  %cf32_1 = arith.constant 2.0 : f32
  %T = memref.alloc(%N) : memref<?xf32>
  affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%N] {
    %v1 = affine.load %A[%i - 1] : memref<?xf32>
    %v2 = affine.load %A[%i] : memref<?xf32>
    %v3 = arith.mulf %v2, %cf32_1 : f32
    %v4 = arith.addf %v1, %v3 : f32
    %v5 = affine.load %A[%i + 1] : memref<?xf32>
    %v6 = arith.addf %v4, %v5 : f32
    affine.store %v6, %T[%i] : memref<?xf32>
  }
  affine.for %i = 2 to affine_map<()[s0] -> (s0 - 2)>()[%N] {
    %v7 = affine.load %T[%i - 1] : memref<?xf32>
    %v8 = affine.load %T[%i + 1] : memref<?xf32>
    %v9 = arith.subf %v7, %v8 : f32
    affine.store %v9, %O[%i] : memref<?xf32>
  }
  memref.dealloc %T : memref<?xf32>
  return
}

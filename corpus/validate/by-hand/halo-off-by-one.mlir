// why:    halo off by one: overlapped tiles recompute the first stage on [b, b+4) but the second stage also reads element b+4
// run:    validate %after
// expect: refuted
func.func @two_blurs(%A: memref<?xf32>, %O: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  %T = memref.alloc(%N) : memref<?xf32>
  affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%N] {
    %v1 = affine.load %A[%i - 1] : memref<?xf32>
    %v2 = affine.load %A[%i + 1] : memref<?xf32>
    %v3 = arith.addf %v1, %v2 : f32
    affine.store %v3, %T[%i] : memref<?xf32>
  }
  affine.for %i = 2 to affine_map<()[s0] -> (s0 - 2)>()[%N] {
    %v4 = affine.load %T[%i - 1] : memref<?xf32>
    %v5 = affine.load %T[%i + 1] : memref<?xf32>
    %v6 = arith.addf %v4, %v5 : f32
    affine.store %v6, %O[%i] : memref<?xf32>
  }
  memref.dealloc %T : memref<?xf32>
  return
}

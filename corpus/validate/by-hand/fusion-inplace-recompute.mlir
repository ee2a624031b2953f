// why:    double execution: overlapped by hand: the in-place producer S[i] += 3 is recomputed for the halo and so applied twice
// run:    validate %after
// expect: refuted
func.func @bump_then_blur(%S: memref<?xi32>, %O: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %S, %c0 : memref<?xi32>
  %ci32_1 = arith.constant 3 : i32
  affine.for %i = 0 to %N {
    %v1 = affine.load %S[%i] : memref<?xi32>
    %v2 = arith.addi %v1, %ci32_1 : i32
    affine.store %v2, %S[%i] : memref<?xi32>
  }
  affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%N] {
    %v3 = affine.load %S[%i - 1] : memref<?xi32>
    %v4 = affine.load %S[%i] : memref<?xi32>
    %v5 = arith.addi %v3, %v4 : i32
    %v6 = affine.load %S[%i + 1] : memref<?xi32>
    %v7 = arith.addi %v5, %v6 : i32
    affine.store %v7, %O[%i] : memref<?xi32>
  }
  return
}

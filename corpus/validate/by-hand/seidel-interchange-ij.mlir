// why:    permute: with a five-point stencil the two space loops may be exchanged
// run:    validate %after
// expect: proved
func.func @seidel(%A: memref<?x?xf32>, %T: index) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c1 : memref<?x?xf32>
  %cf32_2 = arith.constant 5.0 : f32
  affine.for %t = 0 to %T {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%N] {
      affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%M] {
        %v1 = affine.load %A[%i - 1, %j] : memref<?x?xf32>
        %v2 = affine.load %A[%i, %j - 1] : memref<?x?xf32>
        %v3 = arith.addf %v1, %v2 : f32
        %v4 = affine.load %A[%i, %j] : memref<?x?xf32>
        %v5 = arith.addf %v3, %v4 : f32
        %v6 = affine.load %A[%i, %j + 1] : memref<?x?xf32>
        %v7 = arith.addf %v5, %v6 : f32
        %v8 = affine.load %A[%i + 1, %j] : memref<?x?xf32>
        %v9 = arith.addf %v7, %v8 : f32
        %v10 = arith.divf %v9, %cf32_2 : f32
        affine.store %v10, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

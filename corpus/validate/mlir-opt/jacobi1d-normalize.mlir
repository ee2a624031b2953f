// why:    normalize: lower bounds moved to zero (mlir-opt 22: --affine-loop-normalize)
// run:    validate %after
// expect: proved
func.func @jac1(%A: memref<?xf32>, %B: memref<?xf32>, %T: index) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  %cf32_1 = arith.constant 0.25 : f32
  affine.for %t = 0 to %T {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%N] {
      %v1 = affine.load %A[%i - 1] : memref<?xf32>
      %v2 = affine.load %A[%i] : memref<?xf32>
      %v3 = arith.addf %v1, %v2 : f32
      %v4 = affine.load %A[%i + 1] : memref<?xf32>
      %v5 = arith.addf %v3, %v4 : f32
      %v6 = arith.mulf %v5, %cf32_1 : f32
      affine.store %v6, %B[%i] : memref<?xf32>
    }
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%N] {
      %v7 = affine.load %B[%i - 1] : memref<?xf32>
      %v8 = affine.load %B[%i] : memref<?xf32>
      %v9 = arith.addf %v7, %v8 : f32
      %v10 = affine.load %B[%i + 1] : memref<?xf32>
      %v11 = arith.addf %v9, %v10 : f32
      %v12 = arith.mulf %v11, %cf32_1 : f32
      affine.store %v12, %A[%i] : memref<?xf32>
    }
  }
  return
}

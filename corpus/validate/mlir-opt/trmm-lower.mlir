// why:    lower affine: triangular bounds lowered (mlir-opt 22: --lower-affine)
// run:    validate %after
// expect: proved
func.func @trmm(%A: memref<?x?xf32>, %B: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  %c1 = arith.constant 1 : index
  %M = memref.dim %B, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %M {
      affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to %N {
        %v1 = affine.load %B[%i, %j] : memref<?x?xf32>
        %v2 = affine.load %A[%k, %i] : memref<?x?xf32>
        %v3 = affine.load %B[%k, %j] : memref<?x?xf32>
        %v4 = arith.mulf %v2, %v3 : f32
        %v5 = arith.addf %v1, %v4 : f32
        affine.store %v5, %B[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

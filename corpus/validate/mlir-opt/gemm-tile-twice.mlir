// why:    tile: tile then canonicalize and cse (mlir-opt 22: --affine-loop-tile="tile-sizes=6,6,6" --canonicalize --cse)
// run:    validate %after
// expect: proved
func.func @gemm(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  %c1 = arith.constant 1 : index
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  %M = memref.dim %B, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %M {
      affine.for %k = 0 to %K {
        %v1 = affine.load %C[%i, %j] : memref<?x?xf32>
        %v2 = affine.load %A[%i, %k] : memref<?x?xf32>
        %v3 = affine.load %B[%k, %j] : memref<?x?xf32>
        %v4 = arith.mulf %v2, %v3 : f32
        %v5 = arith.addf %v1, %v4 : f32
        affine.store %v5, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

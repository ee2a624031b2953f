// why:    tile: inner bands tiled (mlir-opt 22: --affine-loop-tile="tile-size=3")
// run:    validate %after
// expect: proved
func.func @lu(%A: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %k = 0 to %N {
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to %N {
      %v1 = affine.load %A[%i, %k] : memref<?x?xf32>
      %v2 = affine.load %A[%k, %k] : memref<?x?xf32>
      %v3 = arith.divf %v1, %v2 : f32
      affine.store %v3, %A[%i, %k] : memref<?x?xf32>
    }
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to %N {
      affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to %N {
        %v4 = affine.load %A[%i, %j] : memref<?x?xf32>
        %v5 = affine.load %A[%i, %k] : memref<?x?xf32>
        %v6 = affine.load %A[%k, %j] : memref<?x?xf32>
        %v7 = arith.mulf %v5, %v6 : f32
        %v8 = arith.subf %v4, %v7 : f32
        affine.store %v8, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

// why:    fuse: the four row loops fused
// run:    validate %after
// expect: proved
func.func @softmax(%X: memref<?x?xf32>, %Y: memref<?x?xf32>, %R: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %X, %c0 : memref<?x?xf32>
  %c1 = arith.constant 1 : index
  %M = memref.dim %X, %c1 : memref<?x?xf32>
  %cf32_2 = arith.constant 0.0 : f32
  affine.for %i = 0 to %N {
    %v1 = affine.load %X[%i, 0] : memref<?x?xf32>
    affine.store %v1, %R[%i] : memref<?xf32>
    affine.for %j = 1 to %M {
      %v2 = affine.load %R[%i] : memref<?xf32>
      %v3 = affine.load %X[%i, %j] : memref<?x?xf32>
      %v4 = arith.maximumf %v2, %v3 : f32
      affine.store %v4, %R[%i] : memref<?xf32>
    }
  }
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %M {
      %v5 = affine.load %X[%i, %j] : memref<?x?xf32>
      %v6 = affine.load %R[%i] : memref<?xf32>
      %v7 = arith.subf %v5, %v6 : f32
      %v8 = math.exp %v7 : f32
      affine.store %v8, %Y[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %i = 0 to %N {
    affine.store %cf32_2, %R[%i] : memref<?xf32>
    affine.for %j = 0 to %M {
      %v9 = affine.load %R[%i] : memref<?xf32>
      %v10 = affine.load %Y[%i, %j] : memref<?x?xf32>
      %v11 = arith.addf %v9, %v10 : f32
      affine.store %v11, %R[%i] : memref<?xf32>
    }
  }
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %M {
      %v12 = affine.load %Y[%i, %j] : memref<?x?xf32>
      %v13 = affine.load %R[%i] : memref<?xf32>
      %v14 = arith.divf %v12, %v13 : f32
      affine.store %v14, %Y[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

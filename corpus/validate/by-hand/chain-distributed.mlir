// why:    distribute: one loop split into three
// run:    validate %after
// expect: proved
func.func @chain_d(%X: memref<?xf32>, %Y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %X, %c0 : memref<?xf32>
  %cf32_1 = arith.constant 2.0 : f32
  %cf32_2 = arith.constant 1.0 : f32
  %cf32_3 = arith.constant 0.0 : f32
  affine.for %i = 0 to %N {
    %v1 = affine.load %X[%i] : memref<?xf32>
    %v2 = arith.mulf %v1, %cf32_1 : f32
    affine.store %v2, %Y[%i] : memref<?xf32>
    %v3 = affine.load %Y[%i] : memref<?xf32>
    %v4 = arith.addf %v3, %cf32_2 : f32
    affine.store %v4, %Y[%i] : memref<?xf32>
    %v5 = affine.load %Y[%i] : memref<?xf32>
    %v6 = arith.maximumf %v5, %cf32_3 : f32
    affine.store %v6, %Y[%i] : memref<?xf32>
  }
  return
}

// why:    vectorize: 64 elements in vectors of 8 (mlir-opt 22: --affine-super-vectorize='virtual-vector-size=8')
// run:    validate %after
// expect: proved
func.func @chain(%X: memref<64xf32>, %Y: memref<64xf32>, %Z: memref<64xf32>) {
  %cf32_0 = arith.constant 2.0 : f32
  %cf32_1 = arith.constant 1.0 : f32
  %cf32_2 = arith.constant 3.0 : f32
  %T = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    %v1 = affine.load %X[%i] : memref<64xf32>
    %v2 = arith.mulf %v1, %cf32_0 : f32
    affine.store %v2, %T[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %v3 = affine.load %T[%i] : memref<64xf32>
    %v4 = arith.addf %v3, %cf32_1 : f32
    affine.store %v4, %Y[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %v5 = affine.load %X[%i] : memref<64xf32>
    %v6 = arith.subf %v5, %cf32_2 : f32
    affine.store %v6, %Z[%i] : memref<64xf32>
  }
  memref.dealloc %T : memref<64xf32>
  return
}

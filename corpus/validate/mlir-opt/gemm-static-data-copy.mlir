// why:    data copy: operands copied to local buffers and back (mlir-opt 22: --affine-data-copy-generate="generate-dma=false fast-mem-space=0 skip-non-unit-stride-loops")
// run:    validate %after
// expect: proved
func.func @gemm_s(%A: memref<6x5xf32>, %B: memref<5x8xf32>, %C: memref<6x8xf32>) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 8 {
      affine.for %k = 0 to 5 {
        %v1 = affine.load %C[%i, %j] : memref<6x8xf32>
        %v2 = affine.load %A[%i, %k] : memref<6x5xf32>
        %v3 = affine.load %B[%k, %j] : memref<5x8xf32>
        %v4 = arith.mulf %v2, %v3 : f32
        %v5 = arith.addf %v1, %v4 : f32
        affine.store %v5, %C[%i, %j] : memref<6x8xf32>
      }
    }
  }
  return
}

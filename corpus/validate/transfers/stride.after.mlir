func.func @f(%A: memref<64x96xf32>, %B: memref<64x96xf32>) {
  %c0 = arith.constant 0 : index
  %row = arith.constant 95 : index
  %chunk = arith.constant 32 : index
  %count = arith.constant 512 : index
  affine.for %i = 0 to 64 step 16 {
    affine.for %j = 0 to 96 step 32 {
      %in = memref.alloc() : memref<16x32xf32, 1>
      %out = memref.alloc() : memref<16x32xf32, 1>
      %tag = memref.alloc() : memref<1xi32>
      affine.dma_start %A[%i, %j], %in[%c0, %c0], %tag[%c0], %count, %row, %chunk : memref<64x96xf32>, memref<16x32xf32, 1>, memref<1xi32>
      affine.dma_wait %tag[%c0], %count : memref<1xi32>
      affine.for %k = 0 to 16 {
        affine.for %l = 0 to 32 {
          %a = affine.load %in[%k, %l] : memref<16x32xf32, 1>
          %b = arith.addf %a, %a : f32
          affine.store %b, %out[%k, %l] : memref<16x32xf32, 1>
        }
      }
      affine.dma_start %out[%c0, %c0], %B[%i, %j], %tag[%c0], %count, %row, %chunk : memref<16x32xf32, 1>, memref<64x96xf32>, memref<1xi32>
      affine.dma_wait %tag[%c0], %count : memref<1xi32>
      memref.dealloc %tag : memref<1xi32>
      memref.dealloc %out : memref<16x32xf32, 1>
      memref.dealloc %in : memref<16x32xf32, 1>
    }
  }
  return
}

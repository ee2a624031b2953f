func.func @f(%B: memref<8xf32>) {
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %A = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 4 {
    affine.store %one, %A[2 * %i] : memref<8xf32>
  }
  %F = memref.alloc() : memref<8xf32, 1>
  %tag = memref.alloc() : memref<1xi32>
  affine.dma_start %A[%c0], %F[%c0], %tag[%c0], %c8 : memref<8xf32>, memref<8xf32, 1>, memref<1xi32>
  affine.dma_wait %tag[%c0], %c8 : memref<1xi32>
  affine.for %i = 0 to 4 {
    %a = affine.load %F[2 * %i] : memref<8xf32, 1>
    affine.store %a, %B[%i] : memref<8xf32>
  }
  return
}

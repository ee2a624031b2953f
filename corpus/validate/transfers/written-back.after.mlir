func.func @every_third(%A: memref<7xf64>) {
  %c7 = arith.constant 7 : index
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %fast = memref.alloc() : memref<7xf64, 1>
  %tag = memref.alloc() : memref<1xi32>
  affine.for %i = 0 to 7 step 3 {
    affine.store %zero, %fast[%i] : memref<7xf64, 1>
  }
  affine.dma_start %fast[%c0], %A[%c0], %tag[%c0], %c7 : memref<7xf64, 1>, memref<7xf64>, memref<1xi32>
  affine.dma_wait %tag[%c0], %c7 : memref<1xi32>
  memref.dealloc %tag : memref<1xi32>
  memref.dealloc %fast : memref<7xf64, 1>
  return
}

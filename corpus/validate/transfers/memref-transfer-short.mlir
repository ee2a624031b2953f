// why:    the copy leaves out the last element
// run:    validate %after
// expect: refuted
func.func @dma(%A: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %n = arith.constant 256 : index
  %tag = memref.alloc() : memref<1xi32>
  %L = memref.alloc() : memref<256xf32, 1>
  memref.dma_start %A[%c0], %L[%c0], %n, %tag[%c0] : memref<256xf32>, memref<256xf32, 1>, memref<1xi32>
  memref.dma_wait %tag[%c0], %n : memref<1xi32>
  affine.for %i = 0 to 256 {
    %v = affine.load %L[%i] : memref<256xf32, 1>
    %w = arith.addf %v, %v : f32
    affine.store %w, %A[%i] : memref<256xf32>
  }
  return
}

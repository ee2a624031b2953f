func.func @dma(%A: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %n = arith.constant 256 : index
  %L = memref.alloc() : memref<256xf32, 1>
  affine.for %i = 0 to 256 {
    %v = affine.load %A[%i] : memref<256xf32>
    affine.store %v, %L[%i] : memref<256xf32, 1>
  }
  affine.for %i = 0 to 256 {
    %v = affine.load %L[%i] : memref<256xf32, 1>
    %w = arith.addf %v, %v : f32
    affine.store %w, %A[%i] : memref<256xf32>
  }
  return
}

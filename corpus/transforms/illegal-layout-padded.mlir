// why:    two numbers for two dimensions
// run:    check --transform "layout_padded(B, 1)"
// expect: error
func.func @rows(%A: memref<8x6xf32>, %C: memref<8x6xf32>) {
  %B = memref.alloc() : memref<8x6xf32>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      %1 = arith.mulf %0, %0 : f32
      affine.store %1, %B[%i, %j] : memref<8x6xf32>
    }
  }
  affine.for %i = 1 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %B[%i, %j] : memref<8x6xf32>
      %1 = affine.load %B[%i - 1, %j] : memref<8x6xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %C[%i, %j] : memref<8x6xf32>
    }
  }
  memref.dealloc %B : memref<8x6xf32>
  return
}

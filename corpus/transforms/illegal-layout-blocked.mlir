// why:    a view lies where its buffer does
// run:    check --transform "layout_blocked(S, 4, 0)"
// expect: error
func.func @rows(%A: memref<8x6xf32>, %C: memref<8x6xf32>) {
  %B = memref.alloc() : memref<8x6xf32>
  %S = memref.subview %A[0, 0] [8, 6] [1, 1] : memref<8x6xf32> to memref<8x6xf32, strided<[6, 1]>>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %S[%i, %j] : memref<8x6xf32, strided<[6, 1]>>
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

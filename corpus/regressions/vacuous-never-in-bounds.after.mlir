func.func @store(%A: memref<4xf32>) {
  %c = arith.constant 2.0 : f32
  affine.for %i = 0 to 5 {
    affine.store %c, %A[%i] : memref<4xf32>
  }
  return
}

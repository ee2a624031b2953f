func.func @f(%A: memref<5xf32>, %B: memref<5xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 5 {
    affine.store %zero, %B[%i] : memref<5xf32>
  }
  return
}

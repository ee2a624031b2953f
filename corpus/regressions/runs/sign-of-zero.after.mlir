func.func @f(%A: memref<5xf32>, %B: memref<5xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 5 {
    %a = affine.load %A[%i] : memref<5xf32>
    affine.store %a, %B[%i] : memref<5xf32>
  }
  return
}

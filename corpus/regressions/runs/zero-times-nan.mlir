// why:    a product with zero is no zero for NaN and infinities
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<5xf32>, %B: memref<5xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 5 {
    %a = affine.load %A[%i] : memref<5xf32>
    %p = arith.mulf %a, %zero : f32
    %m = math.absf %p : f32
    %b = arith.addf %m, %zero : f32
    affine.store %b, %B[%i] : memref<5xf32>
  }
  return
}

// why:    -0.0 equals zero, and is not the same number: a division by it gives another infinity
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<5xf32>, %B: memref<5xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 5 {
    %a = affine.load %A[%i] : memref<5xf32>
    %is = arith.cmpf oeq, %a, %zero : f32
    %b = arith.select %is, %zero, %a : f32
    affine.store %b, %B[%i] : memref<5xf32>
  }
  return
}

// why:    a transfer takes elements that nobody has written for what they are, and nobody reads them
// run:    validate %after
// expect: proved
func.func @f(%B: memref<8xf32>) {
  %one = arith.constant 1.0 : f32
  %A = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 4 {
    affine.store %one, %A[2 * %i] : memref<8xf32>
  }
  affine.for %i = 0 to 4 {
    %a = affine.load %A[2 * %i] : memref<8xf32>
    affine.store %a, %B[%i] : memref<8xf32>
  }
  return
}

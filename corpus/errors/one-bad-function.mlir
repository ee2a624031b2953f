// why:    an operation that is not known here makes its function unreadable, not the one beside it
// run:    relations
// expect: error
func.func @bad(%A: memref<8xf32>) {
  test.block ^here
  return
}
func.func @good(%A: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    affine.store %zero, %A[%i] : memref<8xf32>
  }
  return
}

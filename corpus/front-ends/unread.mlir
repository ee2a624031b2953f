// why:    an operation that is not known leaves out its function, whichever program has it, and calls of it are not the same
// run:    validate %after
// expect: refuted
func.func private @g(%A: memref<8xf32>) {
  test.block ^here
  return
}
func.func @f(%A: memref<8xf32>) {
  call @g(%A) : (memref<8xf32>) -> ()
  return
}
func.func @h(%A: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.store %x, %A[%i] : memref<8xf32>
  }
  return
}

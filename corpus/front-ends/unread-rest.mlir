// why:    what is left is judged; what calls the function that cannot be read is not proved
// run:    validate %after
// expect: unknown
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

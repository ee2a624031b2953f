// why:    an operation that nobody knows runs once instead of in each iteration
// run:    validate %after
// expect: unknown
func.func @hoist(%A: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    %y = "test.op"(%x) : (f32) -> f32
    affine.store %y, %A[%i] : memref<8xf32>
  }
  return
}

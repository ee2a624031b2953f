// why:    the second program stores what it reads from a buffer that nobody wrote
// run:    validate %after
// expect: refuted
func.func @f(%o: memref<8xf32>, %x: f32) {
  affine.store %x, %o[0] : memref<8xf32>
  return
}

// why:    the inner loop is never closed: the message points at the brace that was opened, not only at the end of the file
// run:    parse
// expect: error
func.func @unclosed_brace(%A: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %A[%i] : memref<16xf32>
  return
}

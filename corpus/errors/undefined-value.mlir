// why:    %y is never defined; %x, one letter away, is
// run:    parse
// expect: error
func.func @undefined_value(%A: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.store %y, %A[%i] : memref<16xf32>
  }
  return
}

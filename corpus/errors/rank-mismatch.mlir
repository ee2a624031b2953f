// why:    one subscript for a memref of rank two
// run:    parse
// expect: error
func.func @rank_mismatch(%A: memref<4x4xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.store %x, %A[%i] : memref<4x4xf32>
  }
  return
}

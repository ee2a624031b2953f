// why:    the other condition wins where both hold
// run:    validate %after
// expect: refuted
func.func @f(%c: i1, %d: i1, %A: memref<8xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 8 {
    scf.if %c {
      affine.store %x, %A[%i] : memref<8xf32>
    }
    scf.if %d {
      affine.store %y, %A[%i] : memref<8xf32>
    }
  }
  return
}

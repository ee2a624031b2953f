// why:    where both conditions hold nothing is stored first, and the wrong one where only the second does not
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

// why:    i and k change places while j stays between them; nothing is carried
// run:    check --transform "interchange(i, k)"
// expect: proved
func.func @interchange_over_a_loop(%A: memref<4x4x4xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 4 {
        affine.store %x, %A[%i, %j, %k] : memref<4x4x4xf32>
      }
    }
  }
  return
}

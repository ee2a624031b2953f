// why:    j stands between i and k: only neighbours can be exchanged
// run:    check --transform "interchange(i, k)"
// expect: error
func.func @script_loops_not_adjacent(%A: memref<4x4x4xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 4 {
        affine.store %x, %A[%i, %j, %k] : memref<4x4x4xf32>
      }
    }
  }
  return
}

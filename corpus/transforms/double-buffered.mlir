// why:    a row is copied while the one before it is computed: two places for the copies are enough, one is not
// run:    check --transform "data_copy(i, A); multibuffer(i, A_local, 2); pipeline(i, S1=1)"
// expect: proved
// run:    check --transform "data_copy(i, A); multibuffer(i, A_local, 3); pipeline(i, S1=2)"
// expect: proved
// run:    check --transform "data_copy(i, A); multibuffer(i, A_local, 2); pipeline(i, S1=2)"
// expect: refuted
// run:    check --transform "data_copy(i, A); pipeline(i, S1=1)"
// expect: refuted
// run:    check --transform "data_copy(i, A); multibuffer(i, A_local, 0)"
// expect: error
// run:    check --transform "tile(i=8, j=8); data_copy(j_t, A); multibuffer(j_t, A_local, 2); pipeline(j_t, S1=1)"
// expect: proved
// run:    transform --transform "data_copy(i, A); multibuffer(i, A_local, 2); pipeline(i, S1=1)"
// expect: ok
func.func @rows(%A: memref<64x64xf32>, %B: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %a = affine.load %A[%i, %j] : memref<64x64xf32>
      %b = arith.mulf %a, %a : f32
      affine.store %b, %B[%i, %j] : memref<64x64xf32>
    }
  }
  return
}

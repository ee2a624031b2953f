// why:    an argument stays where the caller has it: a copy of it has the layout, and is copied back if it is written; a ring of two rows is too small for a copy
// run:    transform --transform "layout_blocked(A, 4, 0)"
// expect: ok
// run:    transform --transform "layout_transposed(C, 1, 0); layout_padded(A, 0, 2)"
// expect: ok
// run:    check --transform "layout_wrapped(A, 2, 0)"
// expect: refuted
func.func @rows(%A: memref<8x6xf32>, %C: memref<?x6xf32>, %n: index) {
  affine.for %i = 1 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      %1 = affine.load %A[%i - 1, %j] : memref<8x6xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %C[%i, %j] : memref<?x6xf32>
    }
  }
  return
}

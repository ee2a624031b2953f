// why:    iterations write a part of the buffer only: copied out as a whole, the rest must be copied in
// run:    check --transform "privatise(i, T, first, last)"
// expect: proved
// run:    check --transform "privatise(i, T, last)"
// expect: refuted
func.func @part(%A: memref<8xf32>, %T: memref<2xf32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    affine.store %a, %T[0] : memref<2xf32>
  }
  return
}

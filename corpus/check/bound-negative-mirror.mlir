// why:    from -4 to 4 the loop reads the mirrored cell: the upper half reads what the lower half wrote, at distances 2 to 8
// run:    check --transform "reverse(i)"
// expect: refuted
// run:    check --transform "tile(i=3)"
// expect: proved
func.func @bound_negative_mirror(%A: memref<9xi32>) {
  affine.for %i = -4 to 5 {
    %a = affine.load %A[4 - %i] : memref<9xi32>
    affine.store %a, %A[%i + 4] : memref<9xi32>
  }
  return
}

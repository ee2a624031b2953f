// why:    the programs are too long to be run, and it was said that no run shows a difference
// run:    check --transform "reverse(i)"
// expect: unknown
func.func @long(%A: memref<100000000xf32>) {
  affine.for %i = 1 to 100000000 {
    %a = affine.load %A[%i - 1] : memref<100000000xf32>
    affine.store %a, %A[%i] : memref<100000000xf32>
  }
  return
}

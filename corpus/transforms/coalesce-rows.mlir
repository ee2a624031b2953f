// why:    rows of five are one loop that counts through all; rows as long as the parameters say are not
// run:    check --transform "coalesce(i, j)"
// expect: proved
// run:    transform --transform 'coalesce(i, j)' --emit mlir
// expect: ok
// run:    check --transform "coalesce(i, j); strip_mine(i, 5)"
// expect: proved
// run:    check --transform "coalesce(j, i)"
// expect: error
// run:    check --transform "interchange(i, j); coalesce(j, i)"
// expect: error
func.func @rows(%A: memref<?x7xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 2 to 7 {
      %a = affine.load %A[%i, %j - 2] : memref<?x7xf32>
      affine.store %a, %A[%i, %j] : memref<?x7xf32>
    }
  }
  return
}

// why:    the loop that a comment asks to be parallel carries a dependence
// run:    check
// expect: refuted
func.func @shifted(%A: memref<?x?xf32>, %n: index, %m: index) {
  // polyvet: check interchange(i, j); parallelize(j)
  affine.for %i = 0 to %n {
    affine.for %j = 1 to %m {
      %a = affine.load %A[%i, %j - 1] : memref<?x?xf32>
      affine.store %a, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

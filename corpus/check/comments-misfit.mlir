// why:    a comment that names a loop the function does not have is told at its place; so is one without a script
// run:    check
// expect: error
func.func @f(%A: memref<?xf32>, %n: index) {
  // polyvet: check parallelize(k)
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  return
}

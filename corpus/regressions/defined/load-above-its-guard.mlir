// why:    a load above the condition that keeps it within bounds is undefined where that fails
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
      %x = affine.load %B[%i - 1] : memref<?xf32>
      affine.store %x, %A[%i] : memref<?xf32>
    }
  }
  return
}

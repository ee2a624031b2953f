// why:    a nest with a condition: the condition is an `scf.if`, the loops count
// run:    validate %after
// expect: proved
func.func @f(%A: memref<?x?xf32>, %n: index, %m: index, %x: f32) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%i, %j) {
        affine.store %x, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

// why:    a division of indices by a parameter that may be zero
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<?xf32>, %f: f32, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.store %f, %A[%i] : memref<?xf32>
  }
  return
}

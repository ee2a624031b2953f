// why:    an assertion of before may be dropped
// run:    validate %after
// expect: proved
func.func @f(%A: memref<?xf32>, %f: f32, %n: index, %m: index) {
  %c = arith.cmpi sle, %n, %m : index
  cf.assert %c, "n is at most m"
  affine.for %i = 0 to %n {
    affine.store %f, %A[%i] : memref<?xf32>
  }
  return
}

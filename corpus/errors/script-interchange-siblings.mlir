// why:    i and j stand one after the other, not one in the other
// run:    check --transform "interchange(i, j)"
// expect: error
// run:    check --transform "tile(i=2, j=2)"
// expect: error
func.func @script_interchange_siblings(%A: memref<?x?xf32>, %one: f32) {
  affine.for %i = 0 to 4 {
    affine.store %one, %A[%i, 0] : memref<?x?xf32>
  }
  affine.for %j = 0 to 4 {
    affine.store %one, %A[0, %j] : memref<?x?xf32>
  }
  return
}

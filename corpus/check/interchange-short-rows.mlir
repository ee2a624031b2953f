// why:    distance (1, -2) needs rows of three cells to exist; rows of two cells have no dependence at all
// run:    check --transform "interchange(i, j)" --assume "m <= 2"
// expect: proved
// run:    check --transform "interchange(i, j)"
// expect: refuted
func.func @interchange_short_rows(%m: index, %A: memref<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x4xf32>
  %one = arith.constant 1.0 : f32
  affine.for %i = 1 to %n {
    affine.for %j = 0 to %m {
      affine.if affine_set<(j) : (j - 1 >= 0)>(%j) {
        affine.store %one, %A[%i, %j] : memref<?x4xf32>
      } else {
        %a = affine.load %A[%i - 1, %j + 2] : memref<?x4xf32>
        affine.store %a, %A[%i, %j] : memref<?x4xf32>
      }
    }
  }
  return
}

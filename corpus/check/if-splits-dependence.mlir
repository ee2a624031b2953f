// why:    below row 4 the cells are filled, from row 4 on they copy row i - 4: distance 4 crosses the guard and the whole loop
// run:    check --transform "parallelize(j)"
// expect: proved
// run:    check --transform "parallelize(i)"
// expect: refuted
// run:    check --transform "reverse(i)"
// expect: refuted
// run:    check --transform "interchange(i, j)"
// expect: proved
func.func @if_splits_dependence(%A: memref<?x?xf32>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      affine.if affine_set<(i) : (3 - i >= 0)>(%i) {
        %b = affine.load %B[%j] : memref<?xf32>
        affine.store %b, %A[%i, %j] : memref<?x?xf32>
      } else {
        %a = affine.load %A[%i - 4, %j] : memref<?x?xf32>
        affine.store %a, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

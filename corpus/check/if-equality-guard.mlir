// why:    the guard i = j leaves the diagonal, whose cells depend on the one before, distance (1, 1): no swap can hurt it
// run:    check --transform "interchange(i, j)"
// expect: proved
// run:    check --transform "parallelize(j)"
// expect: proved
// run:    check --transform "reverse(i)"
// expect: refuted
// run:    check --transform "reverse(j)"
// expect: proved
func.func @if_equality_guard(%A: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 1 to %n {
    affine.for %j = 1 to %n {
      affine.if affine_set<(i, j) : (i - j == 0)>(%i, %j) {
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %a1 = affine.load %A[%i - 1, %j - 1] : memref<?x?xf32>
        %sum = arith.addf %a, %a1 : f32
        affine.store %sum, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

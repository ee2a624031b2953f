// why:    only the else branch, i >= 5, reads A[i - 5]; with the guard of the then branch it would seem to read nothing written
// run:    check --transform "reverse(i)"
// expect: refuted
// run:    check --transform "parallelize(i)"
// expect: refuted
func.func @if_else_has_negated_guard(%A: memref<10xf32>, %B: memref<10xf32>, %C: memref<10xf32>) {
  affine.for %i = 0 to 10 {
    affine.if affine_set<(i) : (4 - i >= 0)>(%i) {
      %b = affine.load %B[%i] : memref<10xf32>
      affine.store %b, %A[%i] : memref<10xf32>
    } else {
      %a = affine.load %A[%i - 5] : memref<10xf32>
      affine.store %a, %C[%i] : memref<10xf32>
    }
  }
  return
}

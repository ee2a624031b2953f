// why:    adding the inner loop to the outer one sends (0, 1) to (f, 1): right for f = 1, backwards for f = -1
// run:    check --transform "skew(i, j, 1)"
// expect: proved
// run:    check --transform "skew(i, j, -1)"
// expect: refuted
func.func @skew_outer(%A: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 1 to %m {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %a1 = affine.load %A[%i, %j - 1] : memref<?x?xf32>
      %sum = arith.addf %a, %a1 : f32
      affine.store %sum, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

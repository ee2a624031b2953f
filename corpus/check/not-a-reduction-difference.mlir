// why:    s = A[i] - s flips the sign of all earlier terms each time: subtraction on this side does not commute
// run:    check --transform "reverse(i)"
// expect: refuted
func.func @not_a_reduction_difference(%A: memref<?xi32>, %s: memref<i32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xi32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xi32>
    %sv = affine.load %s[] : memref<i32>
    %diff = arith.subi %a, %sv : i32
    affine.store %diff, %s[] : memref<i32>
  }
  return
}

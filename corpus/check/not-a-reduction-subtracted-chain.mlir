// why:    the accumulator stands behind the minus: `w - (v + t)` changes its sign in every iteration
// run:    check --transform "reverse(i)"
// expect: refuted
func.func @alternating(%A: memref<?xi32>, %B: memref<?xi32>, %s: memref<i32>, %n: index) {
  affine.for %i = 0 to %n {
    %v = affine.load %A[%i] : memref<?xi32>
    %w = affine.load %B[%i] : memref<?xi32>
    %t = affine.load %s[] : memref<i32>
    %with_v = arith.addi %v, %t : i32
    %turned = arith.subi %w, %with_v : i32
    affine.store %turned, %s[] : memref<i32>
  }
  return
}

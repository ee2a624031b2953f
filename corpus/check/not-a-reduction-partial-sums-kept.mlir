// why:    the running sum is stored after each step, so its intermediate values are outputs and their order shows
// run:    check --transform "reverse(i)"
// expect: refuted
func.func @not_a_reduction_partial_sums_kept(%A: memref<?xi32>, %P: memref<?xi32>, %s: memref<i32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xi32>
  affine.for %i = 0 to %n {
    %sv = affine.load %s[] : memref<i32>
    %a = affine.load %A[%i] : memref<?xi32>
    %sum = arith.addi %sv, %a : i32
    affine.store %sum, %s[] : memref<i32>
    %sv1 = affine.load %s[] : memref<i32>
    affine.store %sv1, %P[%i] : memref<?xi32>
  }
  return
}

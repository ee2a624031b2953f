// why:    s = s*x + A[i] looks like a sum but weighs each term by its position: distance 1, not free to reorder
// run:    check --transform "reverse(i)"
// expect: refuted
func.func @not_a_reduction_horner(%A: memref<?xi32>, %x: i32, %s: memref<i32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xi32>
  affine.for %i = 0 to %n {
    %sv = affine.load %s[] : memref<i32>
    %prod = arith.muli %sv, %x : i32
    %a = affine.load %A[%i] : memref<?xi32>
    %sum = arith.addi %prod, %a : i32
    affine.store %sum, %s[] : memref<i32>
  }
  return
}

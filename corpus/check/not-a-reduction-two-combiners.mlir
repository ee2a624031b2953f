// why:    adding and multiplying the same cell by turns: each alone could be reordered, together they cannot
// run:    check --transform "reverse(i)"
// expect: refuted
func.func @not_a_reduction_two_combiners(%A: memref<?xi32>, %B: memref<?xi32>, %s: memref<i32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xi32>
  affine.for %i = 0 to %n {
    %sv = affine.load %s[] : memref<i32>
    %a = affine.load %A[%i] : memref<?xi32>
    %sum = arith.addi %sv, %a : i32
    affine.store %sum, %s[] : memref<i32>
    %sv1 = affine.load %s[] : memref<i32>
    %b = affine.load %B[%i] : memref<?xi32>
    %prod = arith.muli %sv1, %b : i32
    affine.store %prod, %s[] : memref<i32>
  }
  return
}

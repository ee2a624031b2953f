// why:    `t + v - 2w` is an accumulation of two terms: the chain of adds and subtracts starts with the accumulator
// run:    check --transform "reverse(i)"
// expect: proved-reassociated
func.func @several_adds(%A: memref<?xi32>, %B: memref<?xi32>, %s: memref<i32>, %n: index) {
  affine.for %i = 0 to %n {
    %v = affine.load %A[%i] : memref<?xi32>
    %w = affine.load %B[%i] : memref<?xi32>
    %t = affine.load %s[] : memref<i32>
    %with_v = arith.addi %v, %t : i32
    %less_w = arith.subi %with_v, %w : i32
    %less_2w = arith.subi %less_w, %w : i32
    affine.store %less_2w, %s[] : memref<i32>
  }
  return
}

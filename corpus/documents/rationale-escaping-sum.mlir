// why:    rationale, escaping scalars: the value that a loop carries
// run:    relations
// expect: ok
func.func @sum(%A: memref<?xi32>, %N: index) -> i32 {
  %init = arith.constant 0 : i32
  %result = affine.for %i = 0 to %N iter_args(%tmp = %init) -> (i32) {
    %value = affine.load %A[%i] : memref<?xi32>
    %sum = arith.addi %value, %tmp : i32
    affine.yield %sum : i32
  }
  return %result : i32
}

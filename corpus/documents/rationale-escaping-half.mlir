// why:    rationale, escaping scalars: a condition that gives a value
// run:    relations
// expect: ok
func.func @sum_half(%A: memref<?xi32>, %N: index) -> i32 {
  %s0 = arith.constant 0 : i32
  %s1 = affine.for %i = 0 to %N iter_args(%s2 = %s0) -> (i32) {
    %s3 = affine.if affine_set<(d0)[s0] : (d0 - s0 floordiv 2 >= 0)>(%i)[%N] -> i32 {
      %v0 = affine.load %A[%i] : memref<?xi32>
      %s4 = arith.addi %s2, %v0 : i32
      affine.yield %s4 : i32
    } else {
      affine.yield %s2 : i32
    }
    affine.yield %s3 : i32
  }
  return %s1 : i32
}

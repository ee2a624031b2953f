// why:    a promise that a sum does not overflow, where nothing is promised if the loop is empty
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<?xi32>, %x: i32, %n: index) {
  affine.for %i = 0 to %n {
    %q = arith.addi %x, %x overflow<nsw> : i32
    affine.store %q, %A[%i] : memref<?xi32>
  }
  return
}

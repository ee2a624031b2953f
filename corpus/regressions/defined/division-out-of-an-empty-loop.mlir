// why:    a division moved out of a loop that may be empty divides by zero where it was not met: the divisor is tried as 0 at sizes without iterations
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<?xi32>, %x: i32, %y: i32, %n: index) {
  affine.for %i = 0 to %n {
    %q = arith.divsi %x, %y : i32
    affine.store %q, %A[%i] : memref<?xi32>
  }
  return
}

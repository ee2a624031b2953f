// why:    a shift by too much is undefined; in a loop that may be empty it need not be
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<?xi32>, %x: i32, %n: index) {
  affine.for %i = 0 to %n {
    %q = arith.shli %x, %x : i32
    affine.store %q, %A[%i] : memref<?xi32>
  }
  return
}

// why:    a float may have no value of an integer type
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<?xi32>, %y: f32, %n: index) {
  affine.for %i = 0 to %n {
    %q = arith.fptosi %y : f32 to i32
    affine.store %q, %A[%i] : memref<?xi32>
  }
  return
}

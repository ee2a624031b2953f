func.func @f(%A: memref<?xi32>, %y: f32, %n: index) {
  %q = arith.fptosi %y : f32 to i32
  affine.for %i = 0 to %n {
    affine.store %q, %A[%i] : memref<?xi32>
  }
  return
}

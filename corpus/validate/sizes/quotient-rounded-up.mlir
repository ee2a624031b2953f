// why:    a quotient rounded up is another number
// run:    validate %after
// expect: refuted
func.func @f(%n: index, %m: index, %A: memref<?xf32>, %x: f32) {
  affine.for %i = 0 to affine_map<()[s0, s1] -> (s0 floordiv s1)>()[%n, %m] {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}

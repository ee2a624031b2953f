// why:    the argument that callers look at does not hold what it did
// run:    validate %after
// expect: unknown
func.func @f(%A: memref<8xf32>, %x: f32) -> (memref<8xf32>, f32) {
  affine.store %x, %A[3] : memref<8xf32>
  return %A, %x : memref<8xf32>, f32
}

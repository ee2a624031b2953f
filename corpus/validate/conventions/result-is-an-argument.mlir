// why:    a result that is an argument is not returned (drop-equivalent-buffer-results)
// run:    validate %after
// expect: proved
func.func @f(%A: memref<8xf32>, %x: f32) -> (memref<8xf32>, f32) {
  affine.store %x, %A[3] : memref<8xf32>
  return %A, %x : memref<8xf32>, f32
}

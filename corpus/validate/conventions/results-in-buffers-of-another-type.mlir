// why:    a buffer of another element type holds no such result
// run:    validate %after
// expect: unknown
func.func @f(%x: f32) -> memref<1xf32> {
  %A = memref.alloc() : memref<1xf32>
  affine.store %x, %A[0] : memref<1xf32>
  return %A : memref<1xf32>
}

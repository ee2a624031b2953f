func.func @f(%x: f32, %y: f32, %A: memref<1xf32>, %B: memref<1xf32>) {
  affine.store %x, %A[0] : memref<1xf32>
  affine.store %y, %B[0] : memref<1xf32>
  return
}

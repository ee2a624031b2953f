func.func @f(%x: f32, %out: memref<5xf32>) {
  affine.for %i = 0 to 4 {
    affine.store %x, %out[%i] : memref<5xf32>
  }
  return
}

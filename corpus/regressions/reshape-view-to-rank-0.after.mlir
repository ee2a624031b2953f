func.func @f(%a: memref<1x1xf32>, %o: memref<f32>) {
  %x = affine.load %a[0, 0] : memref<1x1xf32>
  affine.store %x, %o[] : memref<f32>
  return
}

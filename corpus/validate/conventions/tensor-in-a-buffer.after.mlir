func.func @f(%x: f32, %out: memref<5xf32>) {
  linalg.fill ins(%x : f32) outs(%out : memref<5xf32>)
  return
}

emitc.func @main(%A: memref<8xf32>) {
  affine.for %i = 0 to 7 {
    %v = affine.load %A[6 - %i] : memref<8xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %A[6 - %i] : memref<8xf32>
  }
  return
}

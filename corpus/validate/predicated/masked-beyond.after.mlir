func.func @predicated(%P: memref<64xi1>, %V: memref<64xf32>, %A: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %p = affine.load %P[%i] : memref<64xi1>
    %v = affine.load %V[%i] : memref<64xf32>
    %a = affine.load %A[%i + 1] : memref<64xf32>
    %s = arith.select %p, %v, %a : f32
    affine.store %s, %A[%i + 1] : memref<64xf32>
  }
  return
}

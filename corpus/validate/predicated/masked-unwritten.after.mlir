func.func @predicated(%P: memref<64xi1>, %V: memref<64xf32>, %A: memref<64xf32>) {
  %T = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    %p = affine.load %P[%i] : memref<64xi1>
    %v = affine.load %V[%i] : memref<64xf32>
    %o = affine.load %T[%i] : memref<64xf32>
    %s = arith.select %p, %v, %o : f32
    affine.store %s, %T[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %p = affine.load %P[%i] : memref<64xi1>
    scf.if %p {
      %w = affine.load %T[%i] : memref<64xf32>
      affine.store %w, %A[%i] : memref<64xf32>
    }
  }
  memref.dealloc %T : memref<64xf32>
  return
}

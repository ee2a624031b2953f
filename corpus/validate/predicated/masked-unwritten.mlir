// why:    the selection reads the old element of a buffer that nobody wrote
// run:    validate %after
// expect: refuted
func.func @predicated(%P: memref<64xi1>, %V: memref<64xf32>, %A: memref<64xf32>) {
  %T = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    %p = affine.load %P[%i] : memref<64xi1>
    %v = affine.load %V[%i] : memref<64xf32>
    scf.if %p {
      affine.store %v, %T[%i] : memref<64xf32>
    }
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

func.func @predicated(%P: memref<64xi1>, %V: memref<64xf32>, %A: memref<64xf32>) {
  affine.for %t = 0 to 64 step 16 {
    affine.for %i = affine_map<(d0) -> (d0)>(%t) to affine_map<(d0) -> (d0 + 16)>(%t) {
    %p = affine.load %P[%i] : memref<64xi1>
    %v = affine.load %V[%i] : memref<64xf32>
    scf.if %p {
      affine.store %v, %A[%i] : memref<64xf32>
    }
    }
  }
  return
}

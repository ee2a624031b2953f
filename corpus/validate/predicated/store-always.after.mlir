func.func @predicated(%P: memref<64xi1>, %V: memref<64xf32>, %A: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %t = arith.constant true
    %v = affine.load %V[%i] : memref<64xf32>
    scf.if %t {
      affine.store %v, %A[%i] : memref<64xf32>
    }
  }
  return
}

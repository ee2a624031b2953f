// why:    where the element does not exist the condition does not hold, so that iteration does nothing
// run:    validate %after
// expect: proved
func.func @predicated(%P: memref<64xi1>, %V: memref<64xf32>, %A: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %p = affine.load %P[%i] : memref<64xi1>
    %v = affine.load %V[%i] : memref<64xf32>
    scf.if %p {
      affine.store %v, %A[%i + 1] : memref<64xf32>
    }
  }
  return
}

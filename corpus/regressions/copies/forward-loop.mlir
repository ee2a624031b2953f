// why:    a copy between views that overlap is no loop from the first element to the last
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<8xf32>) {
  affine.for %i = 0 to 6 {
    %x = affine.load %A[%i + 0] : memref<8xf32>
    affine.store %x, %A[%i + 2] : memref<8xf32>
  }
  return
}

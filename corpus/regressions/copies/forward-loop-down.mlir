// why:    a copy to smaller subscripts, in which a loop in order would do: the order of a copy is not given
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<8xf32>) {
  affine.for %i = 0 to 6 {
    %x = affine.load %A[%i + 2] : memref<8xf32>
    affine.store %x, %A[%i + 0] : memref<8xf32>
  }
  return
}

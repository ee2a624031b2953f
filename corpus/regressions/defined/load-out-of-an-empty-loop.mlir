// why:    a load moved out of a loop that may be empty: right only where the loop runs or the element exists
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %B[7] : memref<?xf32>
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}

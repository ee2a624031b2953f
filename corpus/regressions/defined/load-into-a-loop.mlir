// why:    a load moved into a loop that may be empty has fewer obligations
// run:    validate %after
// expect: proved
func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %x = affine.load %B[7] : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}

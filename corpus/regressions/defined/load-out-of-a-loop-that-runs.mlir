// why:    a load moved out of a loop that surely runs
// run:    validate %after --assume "n >= 1"
// expect: proved
func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %B[7] : memref<?xf32>
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}

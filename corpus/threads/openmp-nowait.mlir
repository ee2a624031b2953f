// why:    threads that do not wait behind a loop run two loops at a time: that has no model
// run:    validate %after
// expect: unknown
func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %k: i32) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    affine.store %x, %B[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %B[%n - 1 - %i] : memref<?xf32>
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}

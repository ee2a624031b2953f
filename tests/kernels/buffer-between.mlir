// script: layout_transposed(B, 1, 0)
// script: layout_wrapped(B, 1, 0)
func.func @random(%A: memref<?x6xi32>, %C: memref<?x6xi32>, %n: index) {
  %B = memref.alloc(%n) : memref<?x6xi32>
  affine.for %i = 1 to %n {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<?x6xi32>
      %1 = arith.muli %0, %0 : i32
      affine.store %1, %B[%i - 1, %j] : memref<?x6xi32>
    }
    affine.for %j = 0 to 6 {
      %0 = affine.load %B[%i - 1, %j] : memref<?x6xi32>
      affine.store %0, %C[%i, %j] : memref<?x6xi32>
    }
  }
  memref.dealloc %B : memref<?x6xi32>
  return
}

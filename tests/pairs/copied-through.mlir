// Work on a copy, then copied back.
func.func @before(%A: memref<5x3xf64>, %w: f64) {
  affine.for %i = 1 to 5 {
    affine.for %j = 0 to 3 {
      %x = affine.load %A[%i - 1, %j] : memref<5x3xf64>
      %y = affine.load %A[%i, %j] : memref<5x3xf64>
      %p = arith.mulf %x, %w : f64
      %d = arith.subf %y, %p : f64
      affine.store %d, %A[%i, %j] : memref<5x3xf64>
    }
  }
  return
}
func.func @after(%A: memref<5x3xf64>, %w: f64) {
  %L = memref.alloc() : memref<5x3xf64>
  memref.copy %A, %L : memref<5x3xf64> to memref<5x3xf64>
  affine.for %j = 0 to 3 {
    affine.for %i = 1 to 5 {
      %x = affine.load %L[%i - 1, %j] : memref<5x3xf64>
      %y = affine.load %L[%i, %j] : memref<5x3xf64>
      %p = arith.mulf %x, %w : f64
      %d = arith.subf %y, %p : f64
      affine.store %d, %L[%i, %j] : memref<5x3xf64>
    }
  }
  memref.copy %L, %A : memref<5x3xf64> to memref<5x3xf64>
  memref.dealloc %L : memref<5x3xf64>
  return
}

// why:    one row is written over before the next one is computed from both; where all rows are written first, two are not enough either
// run:    check --transform "layout_wrapped(B, 1, 0)"
// expect: refuted
func.func @ring(%A: memref<?x6xf32>, %C: memref<?x6xf32>, %n: index) {
  %B = memref.alloc(%n) : memref<?x6xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<?x6xf32>
      %1 = arith.mulf %0, %0 : f32
      affine.store %1, %B[%i, %j] : memref<?x6xf32>
    }
    affine.for %j = 0 to 6 {
      %0 = affine.load %B[%i, %j] : memref<?x6xf32>
      affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
        %1 = affine.load %B[%i - 1, %j] : memref<?x6xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %C[%i, %j] : memref<?x6xf32>
      }
    }
  }
  memref.dealloc %B : memref<?x6xf32>
  return
}

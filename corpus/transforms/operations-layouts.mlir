// why:    a local buffer in blocks, in longer rows, with its dimensions swapped, and folded to the two rows that are needed at a time
// run:    transform --transform "layout_blocked(B, 4, 0)"
// expect: ok
// run:    transform --transform "layout_padded(B, 0, 2)"
// expect: ok
// run:    transform --transform "layout_transposed(B, 1, 0)"
// expect: ok
// run:    transform --transform "layout_wrapped(B, 2, 0)"
// expect: ok
// run:    check --transform "layout_wrapped(memref.alloc, 3, 0)"
// expect: proved
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

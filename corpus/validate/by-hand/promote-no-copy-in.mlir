// why:    uninitialised copy out: tile buffer promoted by hand without copy-in; a conditional store leaves part of it unfilled before the copy-out
// run:    validate %after
// expect: refuted
func.func @threshold_rows(%A: memref<?x8xf32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x8xf32>
  %cf32_1 = arith.constant 1.0 : f32
  affine.for %i = 0 to %N {
    affine.for %j = 0 to 8 {
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%j, %i) {
        affine.store %cf32_1, %A[%i, %j] : memref<?x8xf32>
      }
    }
  }
  return
}

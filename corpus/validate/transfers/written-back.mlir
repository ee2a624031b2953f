// why:    only every third element is written, but all are transferred back (affine-data-copy-generate makes this)
// run:    validate %after
// expect: refuted
func.func @every_third(%A: memref<7xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 7 step 3 {
    affine.store %zero, %A[%i] : memref<7xf64>
  }
  return
}

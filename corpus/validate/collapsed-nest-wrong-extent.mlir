// why:    the product of the loops is taken apart by the wrong extent
// run:    validate %after
// expect: refuted
func.func @add(%A: memref<12x20xf32>, %B: memref<12x20xf32>) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 20 {
      %a = affine.load %A[%i, %j] : memref<12x20xf32>
      %b = affine.load %B[%i, %j] : memref<12x20xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %B[%i, %j] : memref<12x20xf32>
    }
  }
  return
}

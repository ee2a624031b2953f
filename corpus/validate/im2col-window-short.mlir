// why:    the last column of windows is not filled
// run:    validate %after
// expect: refuted
func.func @conv(%in: memref<?xf32>, %k: memref<3xf32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %out, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.for %r = 0 to 3 {
      %a = affine.load %in[%i + %r] : memref<?xf32>
      %b = affine.load %k[%r] : memref<3xf32>
      %c = affine.load %out[%i] : memref<?xf32>
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %c, %p : f32
      affine.store %s, %out[%i] : memref<?xf32>
    }
  }
  return
}

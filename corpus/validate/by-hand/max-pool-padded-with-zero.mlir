// why:    padding not neutral: max pooling of signed data with the border padded by 0 instead of the lowest value
// run:    validate %after
// expect: refuted
func.func @maxpool(%X: memref<?xf32>, %Y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %X, %c0 : memref<?xf32>
  %M = memref.dim %Y, %c0 : memref<?xf32>
  affine.for %o = 0 to %M {
    %v1 = affine.load %X[%o * 2] : memref<?xf32>
    affine.store %v1, %Y[%o] : memref<?xf32>
    affine.for %k = 0 to 3 {
      affine.if affine_set<(d0, d1)[s0] : (s0 - (d0 * 2 + d1) - 1 >= 0)>(%o, %k)[%N] {
        %v2 = affine.load %Y[%o] : memref<?xf32>
        %v3 = affine.load %X[%o * 2 + %k] : memref<?xf32>
        %v4 = arith.maximumf %v2, %v3 : f32
        affine.store %v4, %Y[%o] : memref<?xf32>
      }
    }
  }
  return
}

// why:    one factor of Winograd's algorithm is off by a part in a thousand
// run:    validate %after
// expect: refuted
func.func @conv(%D: memref<4xf32>, %G: memref<3xf32>, %Y: memref<2xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 2 {
    affine.store %zero, %Y[%i] : memref<2xf32>
    affine.for %k = 0 to 3 {
      %d = affine.load %D[%i + %k] : memref<4xf32>
      %g = affine.load %G[%k] : memref<3xf32>
      %y = affine.load %Y[%i] : memref<2xf32>
      %p = arith.mulf %d, %g : f32
      %s = arith.addf %y, %p : f32
      affine.store %s, %Y[%i] : memref<2xf32>
    }
  }
  return
}

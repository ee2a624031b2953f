memref.global constant @a : memref<4xf32> = dense<1.0>
func.func @f() {
  %g = memref.get_global @a : memref<4xf32>
  %c = arith.constant 2.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %c, %g[%i] : memref<4xf32>
  }
  return
}

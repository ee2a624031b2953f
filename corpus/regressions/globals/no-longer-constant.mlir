// why:    a constant that became a variable may have been written by anybody before the call
// run:    validate %after
// expect: unknown
memref.global constant @a : memref<4xf32> = dense<1.0>
func.func @f(%o: memref<4xf32>) {
  %g = memref.get_global @a : memref<4xf32>
  affine.for %i = 0 to 4 {
    %x = affine.load %g[%i] : memref<4xf32>
    affine.store %x, %o[%i] : memref<4xf32>
  }
  return
}

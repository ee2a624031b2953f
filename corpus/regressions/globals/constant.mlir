// why:    a constant with the same elements in both programs
// run:    validate %after
// expect: proved
memref.global constant @a : memref<4xf32> = dense<1.0>
func.func @f(%o: memref<4xf32>) {
  %g = memref.get_global @a : memref<4xf32>
  affine.for %i = 0 to 4 {
    %x = affine.load %g[%i] : memref<4xf32>
    affine.store %x, %o[%i] : memref<4xf32>
  }
  return
}

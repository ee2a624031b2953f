memref.global constant @a : memref<4xf32> = dense<1.0>
func.func @f(%o: memref<4xf32>) {
  %h = memref.get_global @a : memref<4xf32>
  affine.for %i = 0 to 4 step 1 {
    %x = affine.load %h[%i] : memref<4xf32>
    affine.store %x, %o[%i] : memref<4xf32>
  }
  return
}

memref.global @a : memref<4xf32> = uninitialized
func.func @f(%o: memref<4xf32>) {
  %h = memref.get_global @a : memref<4xf32>
  affine.for %i = 0 to 4 {
    %x = affine.load %h[%i] : memref<4xf32>
    affine.store %x, %o[%i] : memref<4xf32>
  }
  return
}

memref.global @a : memref<4xf32> = dense<[1.0,2.0,3.0,4.5]>
memref.global @b : memref<4xf32> = dense<[5.0,6.0,7.0,8.0]>
func.func @f(%o: memref<4xf32>) {
  %h = memref.get_global @a : memref<4xf32>
  affine.for %i = 0 to 4 {
    %x = affine.load %h[%i] : memref<4xf32>
    affine.store %x, %o[%i] : memref<4xf32>
  }
  return
}

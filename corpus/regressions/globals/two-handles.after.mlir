memref.global @a : memref<4xf32> = dense<[1.0,2.0,3.0,4.0]>
memref.global @b : memref<4xf32> = dense<[5.0,6.0,7.0,8.0]>
func.func @f(%o: memref<4xf32>) {
  %g = memref.get_global @a : memref<4xf32>
  %h = memref.get_global @a : memref<4xf32>
  %c = arith.constant 9.0 : f32
  affine.store %c, %g[0] : memref<4xf32>
  %x = affine.load %h[0] : memref<4xf32>
  affine.store %x, %o[0] : memref<4xf32>
  return
}

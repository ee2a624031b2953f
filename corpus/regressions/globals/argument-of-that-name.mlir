// why:    an argument called like the global is another buffer
// run:    validate %after
// expect: refuted
memref.global @a : memref<4xf32> = dense<[1.0,2.0,3.0,4.0]>
memref.global @b : memref<4xf32> = dense<[5.0,6.0,7.0,8.0]>
func.func @f(%a: memref<4xf32>, %x: f32) {
  %q = memref.get_global @a : memref<4xf32>
 affine.store %x, %q[0] : memref<4xf32>
 return
}

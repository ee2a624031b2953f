memref.global @g_1 : memref<4xf32> = dense<0.0>
memref.global @g : memref<4xf32> = dense<0.0>
func.func @f(%g: memref<?xf32>, %x: f32) {
  %q = memref.get_global @g_1 : memref<4xf32>
 %r = memref.get_global @g : memref<4xf32>
 affine.store %x, %r[0] : memref<4xf32>
 return
}

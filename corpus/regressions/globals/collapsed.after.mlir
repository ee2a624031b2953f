memref.global @z : memref<2x3xf32> = dense<1.0>
func.func @f(%x: f32) {
  %g = memref.get_global @z : memref<2x3xf32>
 affine.store %x, %g[1,1] : memref<2x3xf32>
 return
}

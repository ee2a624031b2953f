// why:    an element of a collapsed global is an element of the global
// run:    validate %after
// expect: proved
memref.global @z : memref<2x3xf32> = dense<1.0>
func.func @f(%x: f32) {
  %g = memref.get_global @z : memref<2x3xf32>
 %c = memref.collapse_shape %g [[0,1]] : memref<2x3xf32> into memref<6xf32>
 affine.store %x, %c[4] : memref<6xf32>
 return
}

// why:    the function of the second module stores elsewhere; only the first of its name was compared
// run:    validate %after
// expect: refuted
module @a {
func.func @f(%o: memref<4xf32>, %x: f32) { affine.store %x, %o[0] : memref<4xf32>
 return }
}
module @b {
func.func @f(%o: memref<4xf32>, %x: f32) { affine.store %x, %o[1] : memref<4xf32>
 return }
}

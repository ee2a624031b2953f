module @a {
func.func private @g(%o: memref<4xf32>, %x: f32) { affine.store %x, %o[0] : memref<4xf32>
 return }
func.func @f(%o: memref<4xf32>, %x: f32) { call @g(%o, %x) : (memref<4xf32>, f32) -> ()
 return }
}
module @b {
func.func private @g(%o: memref<4xf32>, %x: f32) { affine.store %x, %o[3] : memref<4xf32>
affine.store %x, %o[1] : memref<4xf32>
 return }
func.func @f(%o: memref<4xf32>, %x: f32) { call @g(%o, %x) : (memref<4xf32>, f32) -> ()
 return }
}

// why:    different globals share no memory, and handles may be taken in any order
// run:    validate %after
// expect: proved
memref.global @a : memref<4xf32> = dense<[1.0,2.0,3.0,4.0]>
memref.global @b : memref<4xf32> = dense<[5.0,6.0,7.0,8.0]>
func.func @f(%x: f32, %y: f32) {
  %g = memref.get_global @a : memref<4xf32>
  %h = memref.get_global @b : memref<4xf32>
  affine.store %x, %g[1] : memref<4xf32>
  affine.store %y, %h[1] : memref<4xf32>
  return
}

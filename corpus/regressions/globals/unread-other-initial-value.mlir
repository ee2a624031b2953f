// why:    a global that a function has a handle of for nothing, but that begins with another value in the second module: proved without the cross-check, and with it a bug of ours (found by the red team)
// run:    validate %after --no-cross-check
// expect: refuted
memref.global @a : memref<4xf32> = dense<[1.0,2.0,3.0,4.0]>
memref.global @b : memref<4xf32> = dense<[5.0,6.0,7.0,8.0]>
func.func @f(%x: f32, %o: memref<4xf32>) {
  %g = memref.get_global @a : memref<4xf32>
  affine.store %x, %o[1] : memref<4xf32>
  return
}

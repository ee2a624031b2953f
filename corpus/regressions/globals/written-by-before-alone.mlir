// why:    a store to a global that the second program leaves out shows in what the global holds
// run:    validate %after
// expect: refuted
memref.global @a : memref<4xf32> = dense<[1.0,2.0,3.0,4.0]>
memref.global @b : memref<4xf32> = dense<[5.0,6.0,7.0,8.0]>
func.func @f() {
  %g = memref.get_global @a : memref<4xf32>
  %c = arith.constant 2.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %c, %g[%i] : memref<4xf32>
  }
  return
}

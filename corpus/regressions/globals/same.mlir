// why:    the names of handles do not matter where their symbols are the same
// run:    validate %after
// expect: proved
memref.global @a : memref<4xf32> = dense<[1.0,2.0,3.0,4.0]>
memref.global @b : memref<4xf32> = dense<[5.0,6.0,7.0,8.0]>
func.func @f(%o: memref<4xf32>) {
  %g = memref.get_global @a : memref<4xf32>
  affine.for %i = 0 to 4 {
    %x = affine.load %g[%i] : memref<4xf32>
    affine.store %x, %o[%i] : memref<4xf32>
  }
  return
}

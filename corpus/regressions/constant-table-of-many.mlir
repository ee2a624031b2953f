// why:    a global that never changes holds what it was initialised with, however long that is
// run:    validate %after
// expect: proved
memref.global "private" constant @g : memref<40xf32> = dense<[0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0, 6.5, 7.0, 7.5, 8.0, 8.5, 9.0, 9.5, 10.0, 10.5, 11.0, 11.5, 12.0, 12.5, 13.0, 13.5, 14.0, 14.5, 15.0, 15.5, 16.0, 16.5, 17.0, 17.5, 18.0, 18.5, 19.0, 19.5]>
func.func @f(%A: memref<40xf32>) {
  %g = memref.get_global @g : memref<40xf32>
  affine.for %i = 0 to 40 {
    %x = affine.load %g[%i] : memref<40xf32>
    affine.store %x, %A[%i] : memref<40xf32>
  }
  return
}

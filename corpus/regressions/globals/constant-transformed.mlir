// why:    a constant holds its elements: the program that is written does not store them, which would be undefined
// run:    transform --transform "reverse(i)"
// expect: ok
memref.global constant @t : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
func.func @f(%o: memref<4xf32>) {
  %t = memref.get_global @t : memref<4xf32>
  affine.for %i = 0 to 4 {
    %x = affine.load %t[%i] : memref<4xf32>
    affine.store %x, %o[%i] : memref<4xf32>
  }
  return
}

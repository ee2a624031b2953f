// why:    the slice begins one column further on
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<16x32xf32>, %i: index) -> memref<4x8xf32, strided<[32, 1], offset: ?>> {
  %v = memref.subview %A[%i, 3] [4, 8] [1, 1] : memref<16x32xf32> to memref<4x8xf32, strided<[32, 1], offset: ?>>
  return %v : memref<4x8xf32, strided<[32, 1], offset: ?>>
}

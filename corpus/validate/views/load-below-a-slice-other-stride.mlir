// why:    the strides are exchanged
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<12x32xf32>, %o: index, %p: index, %i: index, %j: index, %s: index, %t: index) -> f32 {
  %0 = memref.subview %A[%o, %p] [4, 4] [%s, %t] : memref<12x32xf32> to memref<4x4xf32, strided<[?, ?], offset: ?>>
  %1 = memref.load %0[%i, %j] : memref<4x4xf32, strided<[?, ?], offset: ?>>
  return %1 : f32
}

// why:    what was stored through a slice is loaded from the buffer
// run:    validate %after
// expect: proved
func.func @f(%A: memref<16xf32>, %x: f32, %o: index, %s: index, %i: index) -> f32 {
  %0 = memref.subview %A[%o] [4] [%s] : memref<16xf32> to memref<4xf32, strided<[?], offset: ?>>
  memref.store %x, %0[%i] : memref<4xf32, strided<[?], offset: ?>>
  %1 = memref.load %0[%i] : memref<4xf32, strided<[?], offset: ?>>
  return %1 : f32
}

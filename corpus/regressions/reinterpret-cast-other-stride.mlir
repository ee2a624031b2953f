// why:    the operation has stride 0 and its type stride 1; the proof believed one, the run the other (found by mutants of corpus cases)
// run:    parse
// expect: error
func.func @f(%base: memref<f32>, %at: index) -> memref<4x8xf32, strided<[32, 1], offset: ?>> {
  %v = memref.reinterpret_cast %base to offset: [%at], sizes: [4, 8], strides: [32, 0] : memref<f32> to memref<4x8xf32, strided<[32, 1], offset: ?>>
  return %v : memref<4x8xf32, strided<[32, 1], offset: ?>>
}

// why:    rows are as long as the second extent, not the first
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<16x32xf32>, %i: index, %j: index, %s: index) -> (memref<f32>, index, index, index, index) {
  %v = memref.subview %A[%i, %j] [4, 8] [1, 2] : memref<16x32xf32> to memref<4x8xf32, strided<[32, 2], offset: ?>>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %v : memref<4x8xf32, strided<[32, 2], offset: ?>> -> memref<f32>, index, index, index, index, index
  return %base, %offset, %sizes#1, %strides#0, %strides#1 : memref<f32>, index, index, index, index
}

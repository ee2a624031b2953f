// why:    where a slice lies follows from where its source does
// run:    validate %after
// expect: proved
func.func @f(%A: memref<?x?xf32>, %i: index, %j: index, %s: index) -> (memref<f32>, index, index, index, index) {
  %v = memref.subview %A[%i, %j] [4, 8] [%s, 2] : memref<?x?xf32> to memref<4x8xf32, strided<[?, 2], offset: ?>>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %v : memref<4x8xf32, strided<[?, 2], offset: ?>> -> memref<f32>, index, index, index, index, index
  return %base, %offset, %sizes#1, %strides#0, %strides#1 : memref<f32>, index, index, index, index
}

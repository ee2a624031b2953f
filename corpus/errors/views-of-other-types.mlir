// why:    views, slices, reshapes and casts that their types contradict: what is read would depend on whom one believes
// run:    parse
// expect: error
func.func @other_stride(%a: memref<8xf32>) -> memref<4xf32, strided<[1]>> {
  %v = memref.subview %a[0] [4] [2] : memref<8xf32> to memref<4xf32, strided<[1]>>
  return %v : memref<4xf32, strided<[1]>>
}
func.func @other_size(%a: tensor<8xf32>) -> tensor<3xf32> {
  %v = tensor.extract_slice %a[0] [4] [2] : tensor<8xf32> to tensor<3xf32>
  return %v : tensor<3xf32>
}
func.func @other_count(%a: memref<8x4xf32>) -> memref<31xf32> {
  %v = memref.collapse_shape %a [[0, 1]] : memref<8x4xf32> into memref<31xf32>
  return %v : memref<31xf32>
}
func.func @other_extent(%a: memref<8x4xf32>) -> memref<8x5xf32> {
  %v = memref.cast %a : memref<8x4xf32> to memref<8x5xf32>
  return %v : memref<8x5xf32>
}
func.func @inserted_size(%a: tensor<8xf32>, %b: tensor<3xf32>) -> tensor<8xf32> {
  %v = tensor.insert_slice %b into %a[0] [4] [2] : tensor<3xf32> into tensor<8xf32>
  return %v : tensor<8xf32>
}
func.func @other_offset(%a: memref<8xf32>) -> memref<4xf32, strided<[2], offset: 1>> {
  %v = memref.subview %a[0] [4] [2] : memref<8xf32> to memref<4xf32, strided<[2], offset: 1>>
  return %v : memref<4xf32, strided<[2], offset: 1>>
}

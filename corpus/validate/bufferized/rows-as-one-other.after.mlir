func.func @f(%A: memref<4x4xf32>) -> memref<2x4xf32> {
  %s = memref.subview %A[2, 0] [2, 4] [1, 1] : memref<4x4xf32> to memref<2x4xf32, strided<[4, 1], offset: 8>>
  %r = memref.collapse_shape %s [[0, 1]] : memref<2x4xf32, strided<[4, 1], offset: 8>> into memref<8xf32, strided<[1], offset: 8>>
  %x = memref.alloc() : memref<8xf32>
  linalg.exp ins(%r : memref<8xf32, strided<[1], offset: 8>>) outs(%x : memref<8xf32>)
  %y = memref.expand_shape %x [[0, 1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
  return %y : memref<2x4xf32>
}

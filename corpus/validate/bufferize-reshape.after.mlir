module {
  func.func @reshapes(%arg0: memref<4x6xf32>) -> memref<3x8xf32> {
    %collapse_shape = memref.collapse_shape %arg0 [[0, 1]] : memref<4x6xf32> into memref<24xf32>
    linalg.exp ins(%collapse_shape : memref<24xf32>) outs(%collapse_shape : memref<24xf32>)
    %expand_shape = memref.expand_shape %collapse_shape [[0, 1]] output_shape [3, 8] : memref<24xf32> into memref<3x8xf32>
    return %expand_shape : memref<3x8xf32>
  }
}


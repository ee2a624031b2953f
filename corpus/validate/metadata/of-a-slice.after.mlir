func.func @f(%A: memref<?x?xf32>, %i: index, %j: index, %s: index) -> (memref<f32>, index, index, index, index) {
  %two = arith.constant 2 : index
  %eight = arith.constant 8 : index
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %A : memref<?x?xf32> -> memref<f32>, index, index, index, index, index
  %v = memref.subview %A[%i, %j] [4, 8] [%s, 2] : memref<?x?xf32> to memref<4x8xf32, strided<[?, 2], offset: ?>>
  %row = arith.muli %i, %sizes#1 : index
  %at = arith.addi %row, %j : index
  %step = arith.muli %s, %strides#0 : index
  return %base, %at, %eight, %step, %two : memref<f32>, index, index, index, index
}

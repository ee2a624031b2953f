// why:    As unit-extent-before-one-that-varies, with one thing wrong in each: the extent of the other dimension, elements of another dimension, the operands the other way round, four rows instead of columns.
// run:    validate %after
// expect: refuted
func.func @product(%A: tensor<1x?xf32>, %B: tensor<?x?xf32>, %C: tensor<1x?xf32>) -> tensor<1x?xf32> {
  %r = linalg.matmul ins(%A, %B : tensor<1x?xf32>, tensor<?x?xf32>) outs(%C : tensor<1x?xf32>) -> tensor<1x?xf32>
  return %r : tensor<1x?xf32>
}
func.func @shift(%A: tensor<1x?x1x?xf32>) -> tensor<1x?xf32> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %A, %c1 : tensor<1x?x1x?xf32>
  %s = tensor.extract_slice %A[0, 0, 0, 0] [1, %n, 1, 1] [1, 1, 1, 1] : tensor<1x?x1x?xf32> to tensor<1x?xf32>
  return %s : tensor<1x?xf32>
}
func.func @buffers(%A: memref<1x?x?xf32>, %B: memref<1x?x?xf32>, %C: memref<1x?x?xf32>) {
  linalg.batch_matmul ins(%A, %B : memref<1x?x?xf32>, memref<1x?x?xf32>) outs(%C : memref<1x?x?xf32>)
  return
}
func.func @both_ends(%A: tensor<1x1x?x4x1xf32>) -> tensor<?xf32> {
  %c = tensor.collapse_shape %A [[0, 1, 2, 3, 4]] : tensor<1x1x?x4x1xf32> into tensor<?xf32>
  return %c : tensor<?xf32>
}

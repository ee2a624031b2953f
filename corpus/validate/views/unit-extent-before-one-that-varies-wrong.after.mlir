func.func @product(%A: tensor<1x?xf32>, %B: tensor<?x?xf32>, %C: tensor<1x?xf32>) -> tensor<1x?xf32> {
  %c0 = arith.constant 0 : index
  %a = tensor.collapse_shape %A [[0, 1]] : tensor<1x?xf32> into tensor<?xf32>
  %c = tensor.collapse_shape %C [[0, 1]] : tensor<1x?xf32> into tensor<?xf32>
  %p = linalg.vecmat ins(%a, %B : tensor<?xf32>, tensor<?x?xf32>) outs(%c : tensor<?xf32>) -> tensor<?xf32>
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %r = tensor.expand_shape %p [[0, 1]] output_shape [1, %n] : tensor<?xf32> into tensor<1x?xf32>
  return %r : tensor<1x?xf32>
}
func.func @shift(%A: tensor<1x?x1x?xf32>) -> tensor<1x?xf32> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %A, %c1 : tensor<1x?x1x?xf32>
  %a = tensor.collapse_shape %A [[0, 1, 2, 3]] : tensor<1x?x1x?xf32> into tensor<?xf32>
  %s = tensor.extract_slice %a[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %r = tensor.expand_shape %s [[0, 1]] output_shape [1, %n] : tensor<?xf32> into tensor<1x?xf32>
  return %r : tensor<1x?xf32>
}
func.func @buffers(%A: memref<1x?x?xf32>, %B: memref<1x?x?xf32>, %C: memref<1x?x?xf32>) {
  %a = memref.collapse_shape %A [[0, 1], [2]] : memref<1x?x?xf32> into memref<?x?xf32>
  %b = memref.collapse_shape %B [[0, 1], [2]] : memref<1x?x?xf32> into memref<?x?xf32>
  %c = memref.collapse_shape %C [[0, 1], [2]] : memref<1x?x?xf32> into memref<?x?xf32>
  linalg.matmul ins(%b, %a : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}
func.func @both_ends(%A: tensor<1x1x?x4x1xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c = tensor.collapse_shape %A [[0, 1, 2], [3, 4]] : tensor<1x1x?x4x1xf32> into tensor<?x4xf32>
  %n = tensor.dim %c, %c0 : tensor<?x4xf32>
  %e = tensor.empty(%n) : tensor<4x?xf32>
  %t = linalg.transpose ins(%c : tensor<?x4xf32>) outs(%e : tensor<4x?xf32>) permutation = [1, 0]
  %d = tensor.collapse_shape %t [[0, 1]] : tensor<4x?xf32> into tensor<?xf32>
  return %d : tensor<?xf32>
}

func.func @product(%A: tensor<1x?xf32>, %B: tensor<?x?xf32>, %C: tensor<1x?xf32>) -> tensor<1x?xf32> {
  %c0 = arith.constant 0 : index
  %a = tensor.collapse_shape %A [[0, 1]] : tensor<1x?xf32> into tensor<?xf32>
  %c = tensor.collapse_shape %C [[0, 1]] : tensor<1x?xf32> into tensor<?xf32>
  %p = linalg.vecmat ins(%a, %B : tensor<?xf32>, tensor<?x?xf32>) outs(%c : tensor<?xf32>) -> tensor<?xf32>
  %n = tensor.dim %c, %c0 : tensor<?xf32>
  %r = tensor.expand_shape %p [[0, 1]] output_shape [1, %n] : tensor<?xf32> into tensor<1x?xf32>
  return %r : tensor<1x?xf32>
}
func.func @sum(%A: tensor<1x?x1x?xf32>) -> tensor<1x?xf32> {
  %one = arith.constant 1.0 : f32
  %c1 = arith.constant 1 : index
  %a = tensor.collapse_shape %A [[0, 1, 2], [3]] : tensor<1x?x1x?xf32> into tensor<?x?xf32>
  %n = tensor.dim %A, %c1 : tensor<1x?x1x?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %f = linalg.fill ins(%one : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]} ins(%a : tensor<?x?xf32>) outs(%f : tensor<?xf32>) {
  ^bb0(%x: f32, %s: f32):
    %t = arith.addf %x, %s : f32
    linalg.yield %t : f32
  } -> tensor<?xf32>
  %r = tensor.expand_shape %s [[0, 1]] output_shape [1, %n] : tensor<?xf32> into tensor<1x?xf32>
  return %r : tensor<1x?xf32>
}
func.func @buffers(%A: memref<1x?x?xf32>, %B: memref<1x?x?xf32>, %C: memref<1x?x?xf32>) {
  %a = memref.collapse_shape %A [[0, 1], [2]] : memref<1x?x?xf32> into memref<?x?xf32>
  %b = memref.collapse_shape %B [[0, 1], [2]] : memref<1x?x?xf32> into memref<?x?xf32>
  %c = memref.collapse_shape %C [[0, 1], [2]] : memref<1x?x?xf32> into memref<?x?xf32>
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}
func.func @both_ends(%A: tensor<1x1x?x4x1xf32>) -> tensor<?xf32> {
  %c = tensor.collapse_shape %A [[0, 1, 2], [3, 4]] : tensor<1x1x?x4x1xf32> into tensor<?x4xf32>
  %d = tensor.collapse_shape %c [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  return %d : tensor<?xf32>
}

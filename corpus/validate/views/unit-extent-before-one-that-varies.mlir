// why:    MLIR's rank-reduce-contraction-ops: an extent of 1 in front of one that varies is taken away. The index there is zero, so what it would be multiplied by, which is a symbol, does not matter.
// run:    validate %after
// expect: proved
func.func @product(%A: tensor<1x?xf32>, %B: tensor<?x?xf32>, %C: tensor<1x?xf32>) -> tensor<1x?xf32> {
  %r = linalg.matmul ins(%A, %B : tensor<1x?xf32>, tensor<?x?xf32>) outs(%C : tensor<1x?xf32>) -> tensor<1x?xf32>
  return %r : tensor<1x?xf32>
}
func.func @sum(%A: tensor<1x?x1x?xf32>) -> tensor<1x?xf32> {
  %one = arith.constant 1.0 : f32
  %c1 = arith.constant 1 : index
  %n = tensor.dim %A, %c1 : tensor<1x?x1x?xf32>
  %e = tensor.empty(%n) : tensor<1x?xf32>
  %f = linalg.fill ins(%one : f32) outs(%e : tensor<1x?xf32>) -> tensor<1x?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%A : tensor<1x?x1x?xf32>) outs(%f : tensor<1x?xf32>) {
  ^bb0(%x: f32, %s: f32):
    %t = arith.addf %x, %s : f32
    linalg.yield %t : f32
  } -> tensor<1x?xf32>
  return %r : tensor<1x?xf32>
}
func.func @buffers(%A: memref<1x?x?xf32>, %B: memref<1x?x?xf32>, %C: memref<1x?x?xf32>) {
  linalg.batch_matmul ins(%A, %B : memref<1x?x?xf32>, memref<1x?x?xf32>) outs(%C : memref<1x?x?xf32>)
  return
}
func.func @both_ends(%A: tensor<1x1x?x4x1xf32>) -> tensor<?xf32> {
  %c = tensor.collapse_shape %A [[0, 1, 2, 3, 4]] : tensor<1x1x?x4x1xf32> into tensor<?xf32>
  return %c : tensor<?xf32>
}

// why:    wrong indexing map: B is read with the transposed map although it is not transposed
// run:    validate %after
// expect: refuted
func.func @mm(%a: tensor<3x3xf32>, %b: tensor<3x3xf32>, %c: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<3x3xf32>, tensor<3x3xf32>) outs(%c : tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

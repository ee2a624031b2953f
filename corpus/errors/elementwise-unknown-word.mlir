// why:    a kind of linalg.elementwise that there is not, in the newer spelling
// run:    parse
// expect: error
func.func @f(%A: tensor<4xf32>, %out: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.elementwise <plus> ins(%A, %A : tensor<4xf32>, tensor<4xf32>) outs(%out : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

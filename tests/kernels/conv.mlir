// script: im2col(S0)
func.func @random(%I: tensor<?xi32>, %K: tensor<3xi32>, %O: tensor<?xi32>) -> tensor<?xi32> {
  %0 = linalg.conv_1d ins(%I, %K : tensor<?xi32>, tensor<3xi32>) outs(%O : tensor<?xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// why:    three named elementwise ops in a row: each reads the array the one before it made, nothing else connects them
// run:    relations
// expect: ok
// run:    deps
// expect: ok
func.func @elementwise_chain(%A: tensor<4x8xf32>, %B: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e0 = tensor.empty() : tensor<4x8xf32>
  %e1 = tensor.empty() : tensor<4x8xf32>
  %e2 = tensor.empty() : tensor<4x8xf32>
  %sum = linalg.add ins(%A, %B : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e0 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %scaled = linalg.mul ins(%sum, %B : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %exp = linalg.exp ins(%scaled : tensor<4x8xf32>) outs(%e2 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %exp : tensor<4x8xf32>
}

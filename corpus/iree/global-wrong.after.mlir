util.func public @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  %w = arith.constant dense<[1.0, 3.0]> : tensor<2xf32>
  %0 = tensor.empty() : tensor<2xf32>
  %1 = linalg.mul ins(%arg0, %w : tensor<2xf32>, tensor<2xf32>) outs(%0 : tensor<2xf32>) -> tensor<2xf32>
  util.return %1 : tensor<2xf32>
}

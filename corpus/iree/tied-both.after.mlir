util.func public @main(%arg0: tensor<4xf32>) -> %arg0 {
  %1 = linalg.exp ins(%arg0 : tensor<4xf32>) outs(%arg0 : tensor<4xf32>) -> tensor<4xf32>
  util.return %1 : tensor<4xf32>
}

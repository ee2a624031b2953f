// why:    outs that is only written may be any tensor
// run:    validate %after
// expect: proved
util.func public @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.empty() : tensor<4xf32>
  %1 = linalg.exp ins(%arg0 : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  util.return %1 : tensor<4xf32>
}

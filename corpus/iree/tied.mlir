// why:    the result takes the storage of the argument, which the caller sees
// run:    validate %after
// expect: unknown
util.func public @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.empty() : tensor<4xf32>
  %1 = linalg.exp ins(%arg0 : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  util.return %1 : tensor<4xf32>
}

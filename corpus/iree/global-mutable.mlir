// why:    a global that may be written between calls is not its initial value
// run:    validate %after
// expect: unknown
util.global private mutable @w = dense<[1.0, 2.0]> : tensor<2xf32>
util.func public @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  %w = util.global.load @w : tensor<2xf32>
  %0 = tensor.empty() : tensor<2xf32>
  %1 = linalg.mul ins(%arg0, %w : tensor<2xf32>, tensor<2xf32>) outs(%0 : tensor<2xf32>) -> tensor<2xf32>
  util.return %1 : tensor<2xf32>
}

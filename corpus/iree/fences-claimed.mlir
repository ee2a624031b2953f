// why:    the second program only says that it waits
// run:    validate %after
// expect: unknown
util.func public @main(%arg0: !hal.buffer_view, %ready: !hal.fence) -> !hal.buffer_view {
  %0 = hal.tensor.import wait(%ready) => %arg0 : !hal.buffer_view -> tensor<4xf32>
  %1 = tensor.empty() : tensor<4xf32>
  %2 = linalg.exp ins(%0 : tensor<4xf32>) outs(%1 : tensor<4xf32>) -> tensor<4xf32>
  %3 = hal.tensor.export %2 : tensor<4xf32> -> !hal.buffer_view
  util.return %3 : !hal.buffer_view
}

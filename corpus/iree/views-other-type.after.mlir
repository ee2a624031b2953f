util.func public @main(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view) -> !hal.buffer_view {
  %0 = hal.tensor.import %arg0 "input0" : !hal.buffer_view -> tensor<4xi32> as tensor<4xf32>
  %1 = hal.tensor.import %arg1 "input1" : !hal.buffer_view -> tensor<4xf32>
  %2 = tensor.empty() : tensor<4xf32>
  %3 = linalg.sub ins(%0, %1 : tensor<4xf32>, tensor<4xf32>) outs(%2 : tensor<4xf32>) -> tensor<4xf32>
  %4 = hal.tensor.export %3 "output0" : tensor<4xf32> -> !hal.buffer_view
  util.return %4 : !hal.buffer_view
}

util.func public @main(%arg0: !hal.buffer_view) -> !hal.buffer_view {
  %0 = hal.tensor.import %arg0 "input0" : !hal.buffer_view -> tensor<4xf32>
  util.return %arg0 : !hal.buffer_view
}

// why:    a view that is returned as well is the buffer itself, not only what it holds
// run:    validate %after
// expect: unknown
util.func public @main(%arg0: !hal.buffer_view) -> !hal.buffer_view {
  %0 = hal.tensor.import %arg0 "input0" : !hal.buffer_view -> tensor<4xf32>
  %4 = hal.tensor.export %0 "output0" : tensor<4xf32> -> !hal.buffer_view
  util.return %4 : !hal.buffer_view
}

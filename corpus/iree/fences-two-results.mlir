// why:    two results behind one fence
// run:    validate %after
// expect: proved
util.func public @main(%arg0: !hal.buffer_view, %ready: !hal.fence, %done: !hal.fence) -> (!hal.buffer_view, !hal.buffer_view) {
  %0 = hal.tensor.import wait(%ready) => %arg0 : !hal.buffer_view -> tensor<3xf32>
  %1 = tensor.extract_slice %0[0] [2] [1] : tensor<3xf32> to tensor<2xf32>
  %2 = tensor.extract_slice %0[2] [1] [1] : tensor<3xf32> to tensor<1xf32>
  %3:2 = hal.tensor.barrier join(%1, %2 : tensor<2xf32>, tensor<1xf32>) => %done : !hal.fence
  %4 = hal.tensor.export %3#0 : tensor<2xf32> -> !hal.buffer_view
  %5 = hal.tensor.export %3#1 : tensor<1xf32> -> !hal.buffer_view
  util.return %4, %5 : !hal.buffer_view, !hal.buffer_view
}

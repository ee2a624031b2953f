// why:    a global is written before the fence is signalled, and after it in the second program
// run:    validate %after
// expect: unknown
util.global private mutable @seen = 0 : i32
util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view, %ready: !hal.fence, %done: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
  %0 = hal.tensor.import wait(%ready) => %arg0 : !hal.buffer_view -> tensor<4xf32>
  %1 = hal.tensor.import wait(%ready) => %arg1 : !hal.buffer_view -> tensor<4xf32>
  %2 = tensor.empty() : tensor<4xf32>
  %3 = linalg.sub ins(%0, %1 : tensor<4xf32>, tensor<4xf32>) outs(%2 : tensor<4xf32>) -> tensor<4xf32>
  %k = arith.constant 1 : i32
  util.global.store %k, @seen : i32
  %4 = hal.tensor.barrier join(%3 : tensor<4xf32>) => %done : !hal.fence
  %5 = hal.tensor.export %4 : tensor<4xf32> -> !hal.buffer_view
  util.return %5 : !hal.buffer_view
}

util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view, %ready: !hal.fence, %done: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
  %0 = hal.tensor.import wait(%ready) => %arg0 : !hal.buffer_view -> tensor<4xf32>
  %1 = hal.tensor.import wait(%ready) => %arg1 : !hal.buffer_view -> tensor<4xf32>
  %2 = tensor.empty() : tensor<4xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0, %1 : tensor<4xf32>, tensor<4xf32>) outs(%2 : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.subf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %4 = hal.tensor.barrier join(%2 : tensor<4xf32>) => %done : !hal.fence
  %5 = hal.tensor.export %3 : tensor<4xf32> -> !hal.buffer_view
  util.return %5 : !hal.buffer_view
}

util.global private @device = #hal.device.target<"local", []> : !hal.device
util.func public @main(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view) -> !hal.buffer_view attributes {iree.abi.stub, iree.reflection = {iree.abi.declaration = "sync func @main(..)"}} {
  %7 = hal.tensor.import %arg0 "input0" : !hal.buffer_view -> tensor<4x4xf32>
  %8 = hal.tensor.import %arg1 "input1" : !hal.buffer_view -> tensor<4xf32>
  %0 = tensor.empty() : tensor<4x4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%7, %8 : tensor<4x4xf32>, tensor<4xf32>) outs(%0 : tensor<4x4xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %3 = arith.addf %in, %in_0 : f32
    linalg.yield %3 : f32
  } -> tensor<4x4xf32>
  %9 = hal.tensor.export %1 "output0" : tensor<4x4xf32> -> !hal.buffer_view
  util.return %9 : !hal.buffer_view
}

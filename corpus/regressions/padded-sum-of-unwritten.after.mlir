func.func @f(%n: index) -> tensor<2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %a = tensor.empty(%n) : tensor<2x?xf32>
  %b = tensor.empty(%n) : tensor<?x2xf32>
  %c = tensor.empty() : tensor<2x2xf32>
  %more = affine.apply affine_map<()[s0] -> (4 - s0)>()[%n]
  %pa = tensor.pad %a low[0, 0] high[0, %more] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<2x?xf32> to tensor<2x4xf32>
  %pb = tensor.pad %b low[0, 0] high[%more, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<?x2xf32> to tensor<4x2xf32>
  %r = linalg.matmul ins(%pa, %pb : tensor<2x4xf32>, tensor<4x2xf32>) outs(%c : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

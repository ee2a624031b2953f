// why:    a head of attention: two keys that are equal weigh a half each, the masked one nothing, so the result is a mean of two values
// run:    run
// expect: ok
func.func @attention(%Q: tensor<2x4xf32>, %V: tensor<3x2xf32>) -> (tensor<2x3xf32>, tensor<2x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %K = arith.constant dense<[[1.0, -1.0, 2.0, 0.5], [1.0, -1.0, 2.0, 0.5], [3.0, 1.0, 4.0, 1.0]]> : tensor<3x4xf32>
  %mask = arith.constant dense<[0.0, 0.0, 0xFF800000]> : tensor<3xf32>
  %raw = tensor.empty() : tensor<2x3xf32>
  %init = linalg.broadcast ins(%mask : tensor<3xf32>) outs(%raw : tensor<2x3xf32>) dimensions = [0]
  %scores = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%Q, %K : tensor<2x4xf32>, tensor<3x4xf32>) outs(%init : tensor<2x3xf32>) {
  ^bb0(%q: f32, %k: f32, %acc: f32):
    %p = arith.mulf %q, %k : f32
    %s = arith.mulf %p, %half : f32
    %r = arith.addf %acc, %s : f32
    linalg.yield %r : f32
  } -> tensor<2x3xf32>
  %weights = linalg.softmax dimension(1) ins(%scores : tensor<2x3xf32>) outs(%raw : tensor<2x3xf32>) -> tensor<2x3xf32>
  %none = tensor.empty() : tensor<2x2xf32>
  %start = linalg.fill ins(%zero : f32) outs(%none : tensor<2x2xf32>) -> tensor<2x2xf32>
  %out = linalg.matmul ins(%weights, %V : tensor<2x3xf32>, tensor<3x2xf32>) outs(%start : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %weights, %out : tensor<2x3xf32>, tensor<2x2xf32>
}

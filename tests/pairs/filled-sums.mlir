// Tensors: the initial value is filled in, maxima start from it.
func.func @before(%A: tensor<4x3xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %low = arith.constant -100.0 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]} ins(%A : tensor<4x3xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%a: f32, %x: f32):
    %y = arith.maximumf %x, %a : f32
    linalg.yield %y : f32
  } -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]} ins(%A : tensor<4x3xf32>) outs(%z : tensor<4xf32>) {
  ^bb0(%a: f32, %x: f32):
    %y = arith.addf %x, %a : f32
    linalg.yield %y : f32
  } -> tensor<4xf32>
  return %m, %s : tensor<4xf32>, tensor<4xf32>
}
func.func @after(%A: tensor<4x3xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %low = arith.constant -100.0 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %m, %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>,
      affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%A : tensor<4x3xf32>) outs(%f, %z : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %x: f32, %w: f32):
    %y = arith.maximumf %x, %a : f32
    %v = arith.addf %w, %a : f32
    linalg.yield %y, %v : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %m, %s : tensor<4xf32>, tensor<4xf32>
}

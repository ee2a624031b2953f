#lhs = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#rhs = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1)>
#out = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
func.func @main(%a: tensor<2x3x4xf32>, %b: tensor<2x4x3xf32>) -> tensor<2x3x3xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x3x3xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %0 = linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%a, %b : tensor<2x3x4xf32>, tensor<2x4x3xf32>) outs(%f : tensor<2x3x3xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %p = arith.mulf %x, %y : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  } -> tensor<2x3x3xf32>
  return %0 : tensor<2x3x3xf32>
}

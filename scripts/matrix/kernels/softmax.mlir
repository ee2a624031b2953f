#id = affine_map<(d0, d1) -> (d0, d1)>
#r = affine_map<(d0, d1) -> (d0)>
func.func @softmax(%x: tensor<6x10xf32>) -> tensor<6x10xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %z = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<6xf32>
  %e2 = tensor.empty() : tensor<6x10xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e1 : tensor<6xf32>) -> tensor<6xf32>
  %m = linalg.generic {indexing_maps = [#id, #r], iterator_types = ["parallel", "reduction"], polyvet.reduce} ins(%x : tensor<6x10xf32>) outs(%m0 : tensor<6xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.maximumf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  %ex = linalg.generic {indexing_maps = [#id, #r, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<6x10xf32>, tensor<6xf32>) outs(%e2 : tensor<6x10xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.subf %a, %b : f32
    %t = math.exp %s : f32
    linalg.yield %t : f32
  } -> tensor<6x10xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%e1 : tensor<6xf32>) -> tensor<6xf32>
  %sum = linalg.generic {indexing_maps = [#id, #r], iterator_types = ["parallel", "reduction"]} ins(%ex : tensor<6x10xf32>) outs(%s0 : tensor<6xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  %q = linalg.generic {indexing_maps = [#id, #r, #id], iterator_types = ["parallel", "parallel"], last} ins(%ex, %sum : tensor<6x10xf32>, tensor<6xf32>) outs(%e2 : tensor<6x10xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.divf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<6x10xf32>
  return %q : tensor<6x10xf32>
}
func.func @named(%x: tensor<6x10xf32>) -> tensor<6x10xf32> {
  %e2 = tensor.empty() : tensor<6x10xf32>
  %q = linalg.softmax dimension(1) ins(%x : tensor<6x10xf32>) outs(%e2 : tensor<6x10xf32>) -> tensor<6x10xf32>
  return %q : tensor<6x10xf32>
}

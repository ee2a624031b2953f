#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
func.func @mlp(%A: tensor<8x10xf32>, %B: tensor<10x12xf32>, %b: tensor<12xf32>) -> tensor<8x12xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x12xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x12xf32>) -> tensor<8x12xf32>
  %0 = linalg.matmul {producer} ins(%A, %B : tensor<8x10xf32>, tensor<10x12xf32>) outs(%f : tensor<8x12xf32>) -> tensor<8x12xf32>
  %1 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%0, %b : tensor<8x12xf32>, tensor<12xf32>) outs(%e : tensor<8x12xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<8x12xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"], last} ins(%1 : tensor<8x12xf32>) outs(%e : tensor<8x12xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.maximumf %x, %z : f32
    linalg.yield %s : f32
  } -> tensor<8x12xf32>
  return %2 : tensor<8x12xf32>
}

// why:    split reduction: sum split into three partial sums (mlir-opt 22: transform.structured.split_reduction)
// run:    validate %after
// expect: proved-reassociated
func.func @rsum(%x: tensor<5x12xf32>, %s: tensor<5xf32>) -> tensor<5xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<5x12xf32>) outs(%s : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %b, %a : f32
    linalg.yield %c : f32
  } -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

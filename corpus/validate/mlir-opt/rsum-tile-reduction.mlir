// why:    tile reduction: partial accumulators of width five (mlir-opt 22: transform.structured.tile_reduction_using_for)
// run:    validate %after
// expect: proved-reassociated
func.func @rsum(%x: tensor<?x12xf32>, %s: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x12xf32>) outs(%s : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %b, %a : f32
    linalg.yield %c : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

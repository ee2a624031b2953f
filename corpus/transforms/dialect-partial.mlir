// why:    reductions in tiles: accumulators for the places of a tile, and for each of two threads
// run:    transform --allow reassoc --script corpus/transforms/dialect-partial.mlir
// expect: ok
// run:    check --script corpus/transforms/dialect-partial.mlir
// expect: proved-reassociated
func.func @sums(%A: tensor<4x10xf32>, %C: tensor<4xf32>, %D: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = linalg.reduce {arith.addf} ins(%A : tensor<4x10xf32>) outs(%C : tensor<4xf32>) dimensions = [1]
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%A : tensor<4x10xf32>) outs(%D : tensor<4xf32>) {
  ^bb0(%a: f32, %d: f32):
    %s = arith.maximumf %d, %a : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.reduce"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %fill, %tile, %merge, %loop = transform.structured.tile_reduction_using_for %0 by tile_sizes = [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %fill2, %tile2, %merge2, %forall = transform.structured.tile_reduction_using_forall %1 by num_threads = [0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

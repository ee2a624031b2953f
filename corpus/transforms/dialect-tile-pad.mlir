// why:    what has a rule is tiled by the names of the transform dialect too
// run:    check --script corpus/transforms/dialect-tile-pad.mlir
// expect: proved
func.func @pad(%s: tensor<?x?xf32>, %z: f32) -> tensor<?x?xf32> {
  %p = tensor.pad %s low[3, 0] high[4, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  return %p : tensor<?x?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l:2 = transform.structured.tile_using_for %0 tile_sizes [4, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

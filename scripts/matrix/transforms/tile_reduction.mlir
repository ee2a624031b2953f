module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %x = transform.structured.match ops{["linalg.generic"]} attributes{polyvet.reduce} in %root : (!transform.any_op) -> !transform.any_op
    %a, %b, %c, %d = transform.structured.tile_reduction_using_for %x by tile_sizes = [0, 5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

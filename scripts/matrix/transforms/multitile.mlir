module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %o = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %s:3 = transform.structured.multitile_sizes %o {dimension = 0, target_size = 3} : (!transform.any_op) -> !transform.any_op
    %h = transform.structured.split %o after %s#2 {dimension = 0} : !transform.any_op, !transform.any_op
    %p:2 = transform.split_handle %h : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %t, %l = transform.structured.tile_using_for %p#0 tile_sizes [%s#0] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %u, %m = transform.structured.tile_using_for %p#1 tile_sizes [%s#1] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

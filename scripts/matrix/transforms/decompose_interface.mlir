module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %x = transform.structured.match ops{["linalg.softmax","linalg.winograd_filter_transform"]} in %root : (!transform.any_op) -> !transform.any_op
    %d = transform.structured.decompose_interface %x : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %x = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %a = transform.structured.transpose_matmul %x : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

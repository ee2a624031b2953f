module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %x = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %a = transform.apply_registered_pass "linalg-block-pack-matmul" with options = { "block-factors" = [4, 3, 2] } to %x : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

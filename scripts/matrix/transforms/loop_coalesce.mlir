module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %x = transform.structured.match ops{["scf.for","affine.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %a = transform.loop.coalesce %x : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

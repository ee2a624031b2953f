module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %x = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.foreach %x : !transform.any_op {
    ^bb0(%o: !transform.any_op):
      %a = transform.loop.pipeline %o {iteration_interval = 1, read_latency = 2} : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

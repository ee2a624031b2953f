module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %x = transform.structured.match ops{["linalg.conv_2d_nhwc_fhwc"]} in %root : (!transform.any_op) -> !transform.any_op
    %a = transform.structured.winograd_conv2d %x { fmr = 0 : i32 } : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

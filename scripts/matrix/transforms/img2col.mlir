module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %x = transform.structured.match ops{["linalg.conv_2d_nhwc_hwcf"]} in %root : (!transform.any_op) -> !transform.any_op
    %a, %b = transform.structured.convert_conv2d_to_img2col %x : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

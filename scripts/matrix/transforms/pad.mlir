module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %x = transform.structured.match ops{["linalg.matmul","linalg.generic","linalg.batch_matmul","linalg.conv_2d_nhwc_hwcf","linalg.pooling_nhwc_max","linalg.reduce","linalg.matvec","linalg.conv_1d_nwc_wcf","linalg.depthwise_conv_2d_nhwc_hwc","linalg.add","linalg.softmax","linalg.pooling_nhwc_sum","linalg.conv_2d_nchw_fchw","linalg.conv_2d","linalg.transpose","linalg.broadcast","linalg.map","linalg.exp","linalg.mul"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.foreach %x : !transform.any_op {
    ^bb0(%o: !transform.any_op):
      %p, %pad, %c = transform.structured.pad %o pad_to_multiple_of [4, 4, 4] {padding_values = [0.0 : f32, 0.0 : f32, 0.0 : f32], padding_dimensions = [0, 1, 2]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    }
    transform.yield
  }
}

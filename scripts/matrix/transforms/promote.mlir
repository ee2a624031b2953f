module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %x = transform.structured.match ops{["linalg.matmul","linalg.generic","linalg.batch_matmul","linalg.conv_2d_nhwc_hwcf","linalg.pooling_nhwc_max","linalg.reduce","linalg.matvec","linalg.conv_1d_nwc_wcf","linalg.depthwise_conv_2d_nhwc_hwc","linalg.add","linalg.softmax","linalg.pooling_nhwc_sum","linalg.conv_2d_nchw_fchw","linalg.conv_2d","linalg.transpose","linalg.broadcast","linalg.map","linalg.exp","linalg.mul"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.foreach %x : !transform.any_op {
    ^bb0(%o: !transform.any_op):
      %t, %l:2 = transform.structured.tile_using_for %o tile_sizes [4, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
      %p = transform.structured.promote %t {operands_to_promote = [0, 1]} : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %x = transform.structured.match ops{["linalg.matmul","linalg.generic","linalg.batch_matmul","linalg.conv_2d_nhwc_hwcf","linalg.pooling_nhwc_max","linalg.reduce","linalg.matvec","linalg.conv_1d_nwc_wcf","linalg.depthwise_conv_2d_nhwc_hwc","linalg.add","linalg.softmax","linalg.pooling_nhwc_sum","linalg.conv_2d_nchw_fchw","linalg.conv_2d","linalg.transpose","linalg.broadcast","linalg.map","linalg.exp","linalg.mul"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.foreach %x : !transform.any_op {
    ^bb0(%o: !transform.any_op):
      %p = transform.structured.pack_greedily %o matmul_packed_sizes = [4, 3, 2] matmul_inner_dims_order = [1, 2, 0] : (!transform.any_op) -> !transform.op<"linalg.generic">
    }
    transform.yield
  }
}

// why:    a convolution as a product over its windows, one of rows in one dimension less, a softmax in steps, elementwise loops as one
// run:    transform --script corpus/transforms/dialect-windows.mlir
// expect: ok
// run:    check --script corpus/transforms/dialect-windows.mlir
// expect: proved
func.func @windows(%I: tensor<2x9x7x3xf32>, %K: tensor<3x3x3x4xf32>, %O: tensor<2x7x5x4xf32>, %J: tensor<2x1x7x3xf32>, %L: tensor<1x3x3x4xf32>, %P: tensor<2x1x5x4xf32>, %X: tensor<4x8xf32>, %Y: tensor<4x8xf32>) -> (tensor<2x7x5x4xf32>, tensor<2x1x5x4xf32>, tensor<4x8xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf {image} ins(%I, %K : tensor<2x9x7x3xf32>, tensor<3x3x3x4xf32>) outs(%O : tensor<2x7x5x4xf32>) -> tensor<2x7x5x4xf32>
  %1 = linalg.conv_2d_nhwc_hwcf {row} ins(%J, %L : tensor<2x1x7x3xf32>, tensor<1x3x3x4xf32>) outs(%P : tensor<2x1x5x4xf32>) -> tensor<2x1x5x4xf32>
  %2 = linalg.softmax dimension(1) ins(%X : tensor<4x8xf32>) outs(%Y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = linalg.exp ins(%2 : tensor<4x8xf32>) outs(%Y : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0, %1, %3 : tensor<2x7x5x4xf32>, tensor<2x1x5x4xf32>, tensor<4x8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.conv_2d_nhwc_hwcf"]} attributes{image} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.match ops{["linalg.conv_2d_nhwc_hwcf"]} attributes{row} in %root : (!transform.any_op) -> !transform.any_op
    %2 = transform.structured.match ops{["linalg.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
    %3 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %copy, %product = transform.structured.convert_conv2d_to_img2col %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %line = transform.structured.decompose %1 : (!transform.any_op) -> !transform.any_op
    %steps = transform.structured.decompose_interface %2 : (!transform.any_op) -> !transform.any_op
    %flat = transform.structured.flatten_elementwise %3 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

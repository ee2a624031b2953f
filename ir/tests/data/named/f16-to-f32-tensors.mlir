// Every named operation of linalg on elements of one kind, with strides and dilations.
func.func @exp(%a0: tensor<3x?xf16>, %a1: tensor<3x?xf16>) -> tensor<3x?xf16> {
  %r = linalg.exp ins(%a0 : tensor<3x?xf16>) outs(%a1 : tensor<3x?xf16>) -> tensor<3x?xf16>
  return %r : tensor<3x?xf16>
}
func.func @log(%a0: tensor<3x?xf16>, %a1: tensor<3x?xf16>) -> tensor<3x?xf16> {
  %r = linalg.log ins(%a0 : tensor<3x?xf16>) outs(%a1 : tensor<3x?xf16>) -> tensor<3x?xf16>
  return %r : tensor<3x?xf16>
}
func.func @abs(%a0: tensor<3x?xf16>, %a1: tensor<3x?xf16>) -> tensor<3x?xf16> {
  %r = linalg.abs ins(%a0 : tensor<3x?xf16>) outs(%a1 : tensor<3x?xf16>) -> tensor<3x?xf16>
  return %r : tensor<3x?xf16>
}
func.func @ceil(%a0: tensor<3x?xf16>, %a1: tensor<3x?xf16>) -> tensor<3x?xf16> {
  %r = linalg.ceil ins(%a0 : tensor<3x?xf16>) outs(%a1 : tensor<3x?xf16>) -> tensor<3x?xf16>
  return %r : tensor<3x?xf16>
}
func.func @floor(%a0: tensor<3x?xf16>, %a1: tensor<3x?xf16>) -> tensor<3x?xf16> {
  %r = linalg.floor ins(%a0 : tensor<3x?xf16>) outs(%a1 : tensor<3x?xf16>) -> tensor<3x?xf16>
  return %r : tensor<3x?xf16>
}
func.func @negf(%a0: tensor<3x?xf16>, %a1: tensor<3x?xf16>) -> tensor<3x?xf16> {
  %r = linalg.negf ins(%a0 : tensor<3x?xf16>) outs(%a1 : tensor<3x?xf16>) -> tensor<3x?xf16>
  return %r : tensor<3x?xf16>
}
func.func @reciprocal(%a0: tensor<3x?xf16>, %a1: tensor<3x?xf16>) -> tensor<3x?xf16> {
  %r = linalg.reciprocal ins(%a0 : tensor<3x?xf16>) outs(%a1 : tensor<3x?xf16>) -> tensor<3x?xf16>
  return %r : tensor<3x?xf16>
}
func.func @round(%a0: tensor<3x?xf16>, %a1: tensor<3x?xf16>) -> tensor<3x?xf16> {
  %r = linalg.round ins(%a0 : tensor<3x?xf16>) outs(%a1 : tensor<3x?xf16>) -> tensor<3x?xf16>
  return %r : tensor<3x?xf16>
}
func.func @sqrt(%a0: tensor<3x?xf16>, %a1: tensor<3x?xf16>) -> tensor<3x?xf16> {
  %r = linalg.sqrt ins(%a0 : tensor<3x?xf16>) outs(%a1 : tensor<3x?xf16>) -> tensor<3x?xf16>
  return %r : tensor<3x?xf16>
}
func.func @rsqrt(%a0: tensor<3x?xf16>, %a1: tensor<3x?xf16>) -> tensor<3x?xf16> {
  %r = linalg.rsqrt ins(%a0 : tensor<3x?xf16>) outs(%a1 : tensor<3x?xf16>) -> tensor<3x?xf16>
  return %r : tensor<3x?xf16>
}
func.func @square(%a0: tensor<3x?xf16>, %a1: tensor<3x?xf16>) -> tensor<3x?xf16> {
  %r = linalg.square ins(%a0 : tensor<3x?xf16>) outs(%a1 : tensor<3x?xf16>) -> tensor<3x?xf16>
  return %r : tensor<3x?xf16>
}
func.func @tanh(%a0: tensor<3x?xf16>, %a1: tensor<3x?xf16>) -> tensor<3x?xf16> {
  %r = linalg.tanh ins(%a0 : tensor<3x?xf16>) outs(%a1 : tensor<3x?xf16>) -> tensor<3x?xf16>
  return %r : tensor<3x?xf16>
}
func.func @erf(%a0: tensor<3x?xf16>, %a1: tensor<3x?xf16>) -> tensor<3x?xf16> {
  %r = linalg.erf ins(%a0 : tensor<3x?xf16>) outs(%a1 : tensor<3x?xf16>) -> tensor<3x?xf16>
  return %r : tensor<3x?xf16>
}
func.func @add(%a0: tensor<3x?xf32>, %a1: tensor<3x?xf32>, %a2: tensor<3x?xf32>) -> tensor<3x?xf32> {
  %r = linalg.add ins(%a0, %a1 : tensor<3x?xf32>, tensor<3x?xf32>) outs(%a2 : tensor<3x?xf32>) -> tensor<3x?xf32>
  return %r : tensor<3x?xf32>
}
func.func @sub(%a0: tensor<3x?xf32>, %a1: tensor<3x?xf32>, %a2: tensor<3x?xf32>) -> tensor<3x?xf32> {
  %r = linalg.sub ins(%a0, %a1 : tensor<3x?xf32>, tensor<3x?xf32>) outs(%a2 : tensor<3x?xf32>) -> tensor<3x?xf32>
  return %r : tensor<3x?xf32>
}
func.func @mul(%a0: tensor<3x?xf32>, %a1: tensor<3x?xf32>, %a2: tensor<3x?xf32>) -> tensor<3x?xf32> {
  %r = linalg.mul ins(%a0, %a1 : tensor<3x?xf32>, tensor<3x?xf32>) outs(%a2 : tensor<3x?xf32>) -> tensor<3x?xf32>
  return %r : tensor<3x?xf32>
}
func.func @div(%a0: tensor<3x?xf32>, %a1: tensor<3x?xf32>, %a2: tensor<3x?xf32>) -> tensor<3x?xf32> {
  %r = linalg.div ins(%a0, %a1 : tensor<3x?xf32>, tensor<3x?xf32>) outs(%a2 : tensor<3x?xf32>) -> tensor<3x?xf32>
  return %r : tensor<3x?xf32>
}
func.func @div_unsigned(%a0: tensor<3x?xi16>, %a1: tensor<3x?xi16>, %a2: tensor<3x?xi16>) -> tensor<3x?xi16> {
  %r = linalg.div_unsigned ins(%a0, %a1 : tensor<3x?xi16>, tensor<3x?xi16>) outs(%a2 : tensor<3x?xi16>) -> tensor<3x?xi16>
  return %r : tensor<3x?xi16>
}
func.func @max(%a0: tensor<3x?xf32>, %a1: tensor<3x?xf32>, %a2: tensor<3x?xf32>) -> tensor<3x?xf32> {
  %r = linalg.max ins(%a0, %a1 : tensor<3x?xf32>, tensor<3x?xf32>) outs(%a2 : tensor<3x?xf32>) -> tensor<3x?xf32>
  return %r : tensor<3x?xf32>
}
func.func @min(%a0: tensor<3x?xf32>, %a1: tensor<3x?xf32>, %a2: tensor<3x?xf32>) -> tensor<3x?xf32> {
  %r = linalg.min ins(%a0, %a1 : tensor<3x?xf32>, tensor<3x?xf32>) outs(%a2 : tensor<3x?xf32>) -> tensor<3x?xf32>
  return %r : tensor<3x?xf32>
}
func.func @powf(%a0: tensor<3x?xf16>, %a1: tensor<3x?xf16>, %a2: tensor<3x?xf16>) -> tensor<3x?xf16> {
  %r = linalg.powf ins(%a0, %a1 : tensor<3x?xf16>, tensor<3x?xf16>) outs(%a2 : tensor<3x?xf16>) -> tensor<3x?xf16>
  return %r : tensor<3x?xf16>
}
func.func @select(%a0: tensor<3x?xi1>, %a1: tensor<3x?xf32>, %a2: tensor<3x?xf32>, %a3: tensor<3x?xf32>) -> tensor<3x?xf32> {
  %r = linalg.select ins(%a0, %a1, %a2 : tensor<3x?xi1>, tensor<3x?xf32>, tensor<3x?xf32>) outs(%a3 : tensor<3x?xf32>) -> tensor<3x?xf32>
  return %r : tensor<3x?xf32>
}
func.func @copy(%a0: tensor<3x?xf16>, %a1: tensor<3x?xf32>) -> tensor<3x?xf32> {
  %r = linalg.copy ins(%a0 : tensor<3x?xf16>) outs(%a1 : tensor<3x?xf32>) -> tensor<3x?xf32>
  return %r : tensor<3x?xf32>
}
func.func @fill(%a0: f32, %a1: tensor<3x?xf32>) -> tensor<3x?xf32> {
  %r = linalg.fill ins(%a0 : f32) outs(%a1 : tensor<3x?xf32>) -> tensor<3x?xf32>
  return %r : tensor<3x?xf32>
}
func.func @fill_rng_2d(%a0: f64, %a1: f64, %a2: i32, %a3: tensor<4x5xf64>) -> tensor<4x5xf64> {
  %r = linalg.fill_rng_2d ins(%a0, %a1, %a2 : f64, f64, i32) outs(%a3 : tensor<4x5xf64>) -> tensor<4x5xf64>
  return %r : tensor<4x5xf64>
}
func.func @matmul(%a0: tensor<2x4xf16>, %a1: tensor<4x3xf16>, %a2: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = linalg.matmul ins(%a0, %a1 : tensor<2x4xf16>, tensor<4x3xf16>) outs(%a2 : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}
func.func @batch_matmul(%a0: tensor<2x3x5xf16>, %a1: tensor<2x5x4xf16>, %a2: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %r = linalg.batch_matmul ins(%a0, %a1 : tensor<2x3x5xf16>, tensor<2x5x4xf16>) outs(%a2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %r : tensor<2x3x4xf32>
}
func.func @batch_reduce_matmul(%a0: tensor<2x3x5xf16>, %a1: tensor<2x5x4xf16>, %a2: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %r = linalg.batch_reduce_matmul ins(%a0, %a1 : tensor<2x3x5xf16>, tensor<2x5x4xf16>) outs(%a2 : tensor<3x4xf32>) -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}
func.func @mmt4d(%a0: tensor<2x4x5x7xf16>, %a1: tensor<3x4x6x7xf16>, %a2: tensor<2x3x5x6xf32>) -> tensor<2x3x5x6xf32> {
  %r = linalg.mmt4d ins(%a0, %a1 : tensor<2x4x5x7xf16>, tensor<3x4x6x7xf16>) outs(%a2 : tensor<2x3x5x6xf32>) -> tensor<2x3x5x6xf32>
  return %r : tensor<2x3x5x6xf32>
}
func.func @batch_mmt4d(%a0: tensor<2x3x5x6x8xf16>, %a1: tensor<2x4x5x7x8xf16>, %a2: tensor<2x3x4x6x7xf32>) -> tensor<2x3x4x6x7xf32> {
  %r = linalg.batch_mmt4d ins(%a0, %a1 : tensor<2x3x5x6x8xf16>, tensor<2x4x5x7x8xf16>) outs(%a2 : tensor<2x3x4x6x7xf32>) -> tensor<2x3x4x6x7xf32>
  return %r : tensor<2x3x4x6x7xf32>
}
func.func @matvec(%a0: tensor<2x3xf16>, %a1: tensor<3xf16>, %a2: tensor<2xf32>) -> tensor<2xf32> {
  %r = linalg.matvec ins(%a0, %a1 : tensor<2x3xf16>, tensor<3xf16>) outs(%a2 : tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
func.func @vecmat(%a0: tensor<3xf16>, %a1: tensor<3x2xf16>, %a2: tensor<2xf32>) -> tensor<2xf32> {
  %r = linalg.vecmat ins(%a0, %a1 : tensor<3xf16>, tensor<3x2xf16>) outs(%a2 : tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
func.func @batch_matvec(%a0: tensor<2x3x4xf16>, %a1: tensor<2x4xf16>, %a2: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = linalg.batch_matvec ins(%a0, %a1 : tensor<2x3x4xf16>, tensor<2x4xf16>) outs(%a2 : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}
func.func @batch_vecmat(%a0: tensor<2x4xf16>, %a1: tensor<2x4x3xf16>, %a2: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = linalg.batch_vecmat ins(%a0, %a1 : tensor<2x4xf16>, tensor<2x4x3xf16>) outs(%a2 : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}
func.func @dot(%a0: tensor<2xf16>, %a1: tensor<2xf16>, %a2: tensor<f32>) -> tensor<f32> {
  %r = linalg.dot ins(%a0, %a1 : tensor<2xf16>, tensor<2xf16>) outs(%a2 : tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
func.func @conv_1d(%a0: tensor<4xf16>, %a1: tensor<3xf16>, %a2: tensor<2xf32>) -> tensor<2xf32> {
  %r = linalg.conv_1d ins(%a0, %a1 : tensor<4xf16>, tensor<3xf16>) outs(%a2 : tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
func.func @conv_2d(%a0: tensor<5x7xf16>, %a1: tensor<4x5xf16>, %a2: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = linalg.conv_2d ins(%a0, %a1 : tensor<5x7xf16>, tensor<4x5xf16>) outs(%a2 : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}
func.func @conv_3d(%a0: tensor<6x8x10xf16>, %a1: tensor<5x6x7xf16>, %a2: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %r = linalg.conv_3d ins(%a0, %a1 : tensor<6x8x10xf16>, tensor<5x6x7xf16>) outs(%a2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %r : tensor<2x3x4xf32>
}
func.func @conv_1d_nwc_wcf(%a0: tensor<2x17x6xf16>, %a1: tensor<5x6x4xf16>, %a2: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %r = linalg.conv_1d_nwc_wcf {dilations = dense<[3]> : tensor<1xi64>, strides = dense<[2]> : tensor<1xi64>} ins(%a0, %a1 : tensor<2x17x6xf16>, tensor<5x6x4xf16>) outs(%a2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %r : tensor<2x3x4xf32>
}
func.func @conv_1d_ncw_fcw(%a0: tensor<2x5x22xf16>, %a1: tensor<3x5x6xf16>, %a2: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %r = linalg.conv_1d_ncw_fcw {dilations = dense<[3]> : tensor<1xi64>, strides = dense<[2]> : tensor<1xi64>} ins(%a0, %a1 : tensor<2x5x22xf16>, tensor<3x5x6xf16>) outs(%a2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %r : tensor<2x3x4xf32>
}
func.func @conv_2d_nhwc_hwcf(%a0: tensor<2x20x22x8xf16>, %a1: tensor<6x7x8x5xf16>, %a2: tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32> {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : tensor<2x20x22x8xf16>, tensor<6x7x8x5xf16>) outs(%a2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return %r : tensor<2x3x4x5xf32>
}
func.func @conv_2d_nhwc_fhwc(%a0: tensor<2x20x22x8xf16>, %a1: tensor<5x6x7x8xf16>, %a2: tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32> {
  %r = linalg.conv_2d_nhwc_fhwc {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : tensor<2x20x22x8xf16>, tensor<5x6x7x8xf16>) outs(%a2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return %r : tensor<2x3x4x5xf32>
}
func.func @conv_2d_nchw_fchw(%a0: tensor<2x6x25x27xf16>, %a1: tensor<3x6x7x8xf16>, %a2: tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32> {
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : tensor<2x6x25x27xf16>, tensor<3x6x7x8xf16>) outs(%a2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return %r : tensor<2x3x4x5xf32>
}
func.func @conv_2d_ngchw_fgchw(%a0: tensor<2x3x7x30x32xf16>, %a1: tensor<4x3x7x8x9xf16>, %a2: tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32> {
  %r = linalg.conv_2d_ngchw_fgchw {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : tensor<2x3x7x30x32xf16>, tensor<4x3x7x8x9xf16>) outs(%a2 : tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
  return %r : tensor<2x3x4x5x6xf32>
}
func.func @conv_2d_ngchw_gfchw(%a0: tensor<2x3x7x30x32xf16>, %a1: tensor<3x4x7x8x9xf16>, %a2: tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32> {
  %r = linalg.conv_2d_ngchw_gfchw {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : tensor<2x3x7x30x32xf16>, tensor<3x4x7x8x9xf16>) outs(%a2 : tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
  return %r : tensor<2x3x4x5x6xf32>
}
func.func @conv_2d_nhwgc_gfhwc(%a0: tensor<2x23x24x5x9xf16>, %a1: tensor<5x6x7x8x9xf16>, %a2: tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32> {
  %r = linalg.conv_2d_nhwgc_gfhwc {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : tensor<2x23x24x5x9xf16>, tensor<5x6x7x8x9xf16>) outs(%a2 : tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
  return %r : tensor<2x3x4x5x6xf32>
}
func.func @conv_3d_ndhwc_dhwcf(%a0: tensor<2x23x24x25x10xf16>, %a1: tensor<7x8x9x10x6xf16>, %a2: tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32> {
  %r = linalg.conv_3d_ndhwc_dhwcf {dilations = dense<[3, 2, 1]> : tensor<3xi64>, strides = dense<[2, 3, 4]> : tensor<3xi64>} ins(%a0, %a1 : tensor<2x23x24x25x10xf16>, tensor<7x8x9x10x6xf16>) outs(%a2 : tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
  return %r : tensor<2x3x4x5x6xf32>
}
func.func @conv_3d_ncdhw_fcdhw(%a0: tensor<2x7x28x29x30xf16>, %a1: tensor<3x7x8x9x10xf16>, %a2: tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32> {
  %r = linalg.conv_3d_ncdhw_fcdhw {dilations = dense<[3, 2, 1]> : tensor<3xi64>, strides = dense<[2, 3, 4]> : tensor<3xi64>} ins(%a0, %a1 : tensor<2x7x28x29x30xf16>, tensor<3x7x8x9x10xf16>) outs(%a2 : tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
  return %r : tensor<2x3x4x5x6xf32>
}
func.func @depthwise_conv_1d_nwc_wc(%a0: tensor<2x17x4xf16>, %a1: tensor<5x4xf16>, %a2: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %r = linalg.depthwise_conv_1d_nwc_wc {dilations = dense<[3]> : tensor<1xi64>, strides = dense<[2]> : tensor<1xi64>} ins(%a0, %a1 : tensor<2x17x4xf16>, tensor<5x4xf16>) outs(%a2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %r : tensor<2x3x4xf32>
}
func.func @depthwise_conv_1d_ncw_cw(%a0: tensor<2x4x17xf16>, %a1: tensor<4x5xf16>, %a2: tensor<2x4x3xf32>) -> tensor<2x4x3xf32> {
  %r = linalg.depthwise_conv_1d_ncw_cw {dilations = dense<[3]> : tensor<1xi64>, strides = dense<[2]> : tensor<1xi64>} ins(%a0, %a1 : tensor<2x4x17xf16>, tensor<4x5xf16>) outs(%a2 : tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  return %r : tensor<2x4x3xf32>
}
func.func @depthwise_conv_1d_nwc_wcm(%a0: tensor<2x20x4xf16>, %a1: tensor<6x4x5xf16>, %a2: tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32> {
  %r = linalg.depthwise_conv_1d_nwc_wcm {dilations = dense<[3]> : tensor<1xi64>, strides = dense<[2]> : tensor<1xi64>} ins(%a0, %a1 : tensor<2x20x4xf16>, tensor<6x4x5xf16>) outs(%a2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return %r : tensor<2x3x4x5xf32>
}
func.func @depthwise_conv_2d_nhwc_hwc(%a0: tensor<2x20x22x5xf16>, %a1: tensor<6x7x5xf16>, %a2: tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32> {
  %r = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : tensor<2x20x22x5xf16>, tensor<6x7x5xf16>) outs(%a2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return %r : tensor<2x3x4x5xf32>
}
func.func @depthwise_conv_2d_nchw_chw(%a0: tensor<2x5x20x22xf16>, %a1: tensor<5x6x7xf16>, %a2: tensor<2x5x3x4xf32>) -> tensor<2x5x3x4xf32> {
  %r = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : tensor<2x5x20x22xf16>, tensor<5x6x7xf16>) outs(%a2 : tensor<2x5x3x4xf32>) -> tensor<2x5x3x4xf32>
  return %r : tensor<2x5x3x4xf32>
}
func.func @depthwise_conv_2d_nhwc_hwcm(%a0: tensor<2x23x24x5xf16>, %a1: tensor<7x8x5x6xf16>, %a2: tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32> {
  %r = linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : tensor<2x23x24x5xf16>, tensor<7x8x5x6xf16>) outs(%a2 : tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
  return %r : tensor<2x3x4x5x6xf32>
}
func.func @depthwise_conv_3d_ndhwc_dhwc(%a0: tensor<2x20x22x24x9xf16>, %a1: tensor<6x7x8x9xf16>, %a2: tensor<2x3x4x5x9xf32>) -> tensor<2x3x4x5x9xf32> {
  %r = linalg.depthwise_conv_3d_ndhwc_dhwc {dilations = dense<[3, 2, 1]> : tensor<3xi64>, strides = dense<[2, 3, 4]> : tensor<3xi64>} ins(%a0, %a1 : tensor<2x20x22x24x9xf16>, tensor<6x7x8x9xf16>) outs(%a2 : tensor<2x3x4x5x9xf32>) -> tensor<2x3x4x5x9xf32>
  return %r : tensor<2x3x4x5x9xf32>
}
func.func @depthwise_conv_3d_ncdhw_cdhw(%a0: tensor<2x9x20x22x24xf16>, %a1: tensor<9x6x7x8xf16>, %a2: tensor<2x9x3x4x5xf32>) -> tensor<2x9x3x4x5xf32> {
  %r = linalg.depthwise_conv_3d_ncdhw_cdhw {dilations = dense<[3, 2, 1]> : tensor<3xi64>, strides = dense<[2, 3, 4]> : tensor<3xi64>} ins(%a0, %a1 : tensor<2x9x20x22x24xf16>, tensor<9x6x7x8xf16>) outs(%a2 : tensor<2x9x3x4x5xf32>) -> tensor<2x9x3x4x5xf32>
  return %r : tensor<2x9x3x4x5xf32>
}
func.func @depthwise_conv_3d_ndhwc_dhwcm(%a0: tensor<2x23x24x25x10xf16>, %a1: tensor<7x8x9x10x6xf16>, %a2: tensor<2x3x4x5x10x6xf32>) -> tensor<2x3x4x5x10x6xf32> {
  %r = linalg.depthwise_conv_3d_ndhwc_dhwcm {dilations = dense<[3, 2, 1]> : tensor<3xi64>, strides = dense<[2, 3, 4]> : tensor<3xi64>} ins(%a0, %a1 : tensor<2x23x24x25x10xf16>, tensor<7x8x9x10x6xf16>) outs(%a2 : tensor<2x3x4x5x10x6xf32>) -> tensor<2x3x4x5x10x6xf32>
  return %r : tensor<2x3x4x5x10x6xf32>
}
func.func @pooling_nhwc_sum(%a0: tensor<2x20x22x5xf16>, %a1: tensor<6x7xf16>, %a2: tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32> {
  %r = linalg.pooling_nhwc_sum {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : tensor<2x20x22x5xf16>, tensor<6x7xf16>) outs(%a2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return %r : tensor<2x3x4x5xf32>
}
func.func @pooling_nchw_sum(%a0: tensor<2x3x22x25xf16>, %a1: tensor<6x7xf16>, %a2: tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32> {
  %r = linalg.pooling_nchw_sum {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : tensor<2x3x22x25xf16>, tensor<6x7xf16>) outs(%a2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return %r : tensor<2x3x4x5xf32>
}
func.func @pooling_nhwc_max(%a0: tensor<2x20x22x5xf16>, %a1: tensor<6x7xf16>, %a2: tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32> {
  %r = linalg.pooling_nhwc_max {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : tensor<2x20x22x5xf16>, tensor<6x7xf16>) outs(%a2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return %r : tensor<2x3x4x5xf32>
}
func.func @pooling_nchw_max(%a0: tensor<2x3x22x25xf16>, %a1: tensor<6x7xf16>, %a2: tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32> {
  %r = linalg.pooling_nchw_max {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : tensor<2x3x22x25xf16>, tensor<6x7xf16>) outs(%a2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return %r : tensor<2x3x4x5xf32>
}
func.func @pooling_nhwc_min(%a0: tensor<2x20x22x5xf16>, %a1: tensor<6x7xf16>, %a2: tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32> {
  %r = linalg.pooling_nhwc_min {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : tensor<2x20x22x5xf16>, tensor<6x7xf16>) outs(%a2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return %r : tensor<2x3x4x5xf32>
}
func.func @pooling_nwc_sum(%a0: tensor<2x17x4xf16>, %a1: tensor<5xf16>, %a2: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %r = linalg.pooling_nwc_sum {dilations = dense<[3]> : tensor<1xi64>, strides = dense<[2]> : tensor<1xi64>} ins(%a0, %a1 : tensor<2x17x4xf16>, tensor<5xf16>) outs(%a2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %r : tensor<2x3x4xf32>
}
func.func @pooling_ncw_sum(%a0: tensor<2x3x19xf16>, %a1: tensor<5xf16>, %a2: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %r = linalg.pooling_ncw_sum {dilations = dense<[3]> : tensor<1xi64>, strides = dense<[2]> : tensor<1xi64>} ins(%a0, %a1 : tensor<2x3x19xf16>, tensor<5xf16>) outs(%a2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %r : tensor<2x3x4xf32>
}
func.func @pooling_nwc_max(%a0: tensor<2x17x4xf16>, %a1: tensor<5xf16>, %a2: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %r = linalg.pooling_nwc_max {dilations = dense<[3]> : tensor<1xi64>, strides = dense<[2]> : tensor<1xi64>} ins(%a0, %a1 : tensor<2x17x4xf16>, tensor<5xf16>) outs(%a2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %r : tensor<2x3x4xf32>
}
func.func @pooling_ncw_max(%a0: tensor<2x3x19xf16>, %a1: tensor<5xf16>, %a2: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %r = linalg.pooling_ncw_max {dilations = dense<[3]> : tensor<1xi64>, strides = dense<[2]> : tensor<1xi64>} ins(%a0, %a1 : tensor<2x3x19xf16>, tensor<5xf16>) outs(%a2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %r : tensor<2x3x4xf32>
}
func.func @pooling_nwc_min(%a0: tensor<2x17x4xf16>, %a1: tensor<5xf16>, %a2: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %r = linalg.pooling_nwc_min {dilations = dense<[3]> : tensor<1xi64>, strides = dense<[2]> : tensor<1xi64>} ins(%a0, %a1 : tensor<2x17x4xf16>, tensor<5xf16>) outs(%a2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %r : tensor<2x3x4xf32>
}
func.func @pooling_ndhwc_sum(%a0: tensor<2x23x24x25x6xf16>, %a1: tensor<7x8x9xf16>, %a2: tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32> {
  %r = linalg.pooling_ndhwc_sum {dilations = dense<[3, 2, 1]> : tensor<3xi64>, strides = dense<[2, 3, 4]> : tensor<3xi64>} ins(%a0, %a1 : tensor<2x23x24x25x6xf16>, tensor<7x8x9xf16>) outs(%a2 : tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
  return %r : tensor<2x3x4x5x6xf32>
}
func.func @pooling_ndhwc_max(%a0: tensor<2x23x24x25x6xf16>, %a1: tensor<7x8x9xf16>, %a2: tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32> {
  %r = linalg.pooling_ndhwc_max {dilations = dense<[3, 2, 1]> : tensor<3xi64>, strides = dense<[2, 3, 4]> : tensor<3xi64>} ins(%a0, %a1 : tensor<2x23x24x25x6xf16>, tensor<7x8x9xf16>) outs(%a2 : tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
  return %r : tensor<2x3x4x5x6xf32>
}
func.func @pooling_ndhwc_min(%a0: tensor<2x23x24x25x6xf16>, %a1: tensor<7x8x9xf16>, %a2: tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32> {
  %r = linalg.pooling_ndhwc_min {dilations = dense<[3, 2, 1]> : tensor<3xi64>, strides = dense<[2, 3, 4]> : tensor<3xi64>} ins(%a0, %a1 : tensor<2x23x24x25x6xf16>, tensor<7x8x9xf16>) outs(%a2 : tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
  return %r : tensor<2x3x4x5x6xf32>
}

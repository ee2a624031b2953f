// Every named operation of linalg on elements of one kind, with strides and dilations.
func.func @exp(%a0: memref<3x?xf32>, %a1: memref<3x?xf32>) {
  linalg.exp ins(%a0 : memref<3x?xf32>) outs(%a1 : memref<3x?xf32>)
  return
}
func.func @log(%a0: memref<3x?xf32>, %a1: memref<3x?xf32>) {
  linalg.log ins(%a0 : memref<3x?xf32>) outs(%a1 : memref<3x?xf32>)
  return
}
func.func @abs(%a0: memref<3x?xf32>, %a1: memref<3x?xf32>) {
  linalg.abs ins(%a0 : memref<3x?xf32>) outs(%a1 : memref<3x?xf32>)
  return
}
func.func @ceil(%a0: memref<3x?xf32>, %a1: memref<3x?xf32>) {
  linalg.ceil ins(%a0 : memref<3x?xf32>) outs(%a1 : memref<3x?xf32>)
  return
}
func.func @floor(%a0: memref<3x?xf32>, %a1: memref<3x?xf32>) {
  linalg.floor ins(%a0 : memref<3x?xf32>) outs(%a1 : memref<3x?xf32>)
  return
}
func.func @negf(%a0: memref<3x?xf32>, %a1: memref<3x?xf32>) {
  linalg.negf ins(%a0 : memref<3x?xf32>) outs(%a1 : memref<3x?xf32>)
  return
}
func.func @reciprocal(%a0: memref<3x?xf32>, %a1: memref<3x?xf32>) {
  linalg.reciprocal ins(%a0 : memref<3x?xf32>) outs(%a1 : memref<3x?xf32>)
  return
}
func.func @round(%a0: memref<3x?xf32>, %a1: memref<3x?xf32>) {
  linalg.round ins(%a0 : memref<3x?xf32>) outs(%a1 : memref<3x?xf32>)
  return
}
func.func @sqrt(%a0: memref<3x?xf32>, %a1: memref<3x?xf32>) {
  linalg.sqrt ins(%a0 : memref<3x?xf32>) outs(%a1 : memref<3x?xf32>)
  return
}
func.func @rsqrt(%a0: memref<3x?xf32>, %a1: memref<3x?xf32>) {
  linalg.rsqrt ins(%a0 : memref<3x?xf32>) outs(%a1 : memref<3x?xf32>)
  return
}
func.func @square(%a0: memref<3x?xf32>, %a1: memref<3x?xf32>) {
  linalg.square ins(%a0 : memref<3x?xf32>) outs(%a1 : memref<3x?xf32>)
  return
}
func.func @tanh(%a0: memref<3x?xf32>, %a1: memref<3x?xf32>) {
  linalg.tanh ins(%a0 : memref<3x?xf32>) outs(%a1 : memref<3x?xf32>)
  return
}
func.func @erf(%a0: memref<3x?xf32>, %a1: memref<3x?xf32>) {
  linalg.erf ins(%a0 : memref<3x?xf32>) outs(%a1 : memref<3x?xf32>)
  return
}
func.func @add(%a0: memref<3x?xi32>, %a1: memref<3x?xi32>, %a2: memref<3x?xi32>) {
  linalg.add ins(%a0, %a1 : memref<3x?xi32>, memref<3x?xi32>) outs(%a2 : memref<3x?xi32>)
  return
}
func.func @sub(%a0: memref<3x?xi32>, %a1: memref<3x?xi32>, %a2: memref<3x?xi32>) {
  linalg.sub ins(%a0, %a1 : memref<3x?xi32>, memref<3x?xi32>) outs(%a2 : memref<3x?xi32>)
  return
}
func.func @mul(%a0: memref<3x?xi32>, %a1: memref<3x?xi32>, %a2: memref<3x?xi32>) {
  linalg.mul ins(%a0, %a1 : memref<3x?xi32>, memref<3x?xi32>) outs(%a2 : memref<3x?xi32>)
  return
}
func.func @div(%a0: memref<3x?xi32>, %a1: memref<3x?xi32>, %a2: memref<3x?xi32>) {
  linalg.div ins(%a0, %a1 : memref<3x?xi32>, memref<3x?xi32>) outs(%a2 : memref<3x?xi32>)
  return
}
func.func @div_unsigned(%a0: memref<3x?xi8>, %a1: memref<3x?xi8>, %a2: memref<3x?xi8>) {
  linalg.div_unsigned ins(%a0, %a1 : memref<3x?xi8>, memref<3x?xi8>) outs(%a2 : memref<3x?xi8>)
  return
}
func.func @max(%a0: memref<3x?xi32>, %a1: memref<3x?xi32>, %a2: memref<3x?xi32>) {
  linalg.max ins(%a0, %a1 : memref<3x?xi32>, memref<3x?xi32>) outs(%a2 : memref<3x?xi32>)
  return
}
func.func @min(%a0: memref<3x?xi32>, %a1: memref<3x?xi32>, %a2: memref<3x?xi32>) {
  linalg.min ins(%a0, %a1 : memref<3x?xi32>, memref<3x?xi32>) outs(%a2 : memref<3x?xi32>)
  return
}
func.func @powf(%a0: memref<3x?xf32>, %a1: memref<3x?xf32>, %a2: memref<3x?xf32>) {
  linalg.powf ins(%a0, %a1 : memref<3x?xf32>, memref<3x?xf32>) outs(%a2 : memref<3x?xf32>)
  return
}
func.func @select(%a0: memref<3x?xi1>, %a1: memref<3x?xi32>, %a2: memref<3x?xi32>, %a3: memref<3x?xi32>) {
  linalg.select ins(%a0, %a1, %a2 : memref<3x?xi1>, memref<3x?xi32>, memref<3x?xi32>) outs(%a3 : memref<3x?xi32>)
  return
}
func.func @copy(%a0: memref<3x?xf32>, %a1: memref<3x?xi32>) {
  linalg.copy ins(%a0 : memref<3x?xf32>) outs(%a1 : memref<3x?xi32>)
  return
}
func.func @fill(%a0: i32, %a1: memref<3x?xi32>) {
  linalg.fill ins(%a0 : i32) outs(%a1 : memref<3x?xi32>)
  return
}
func.func @fill_rng_2d(%a0: f64, %a1: f64, %a2: i32, %a3: memref<4x5xf32>) {
  linalg.fill_rng_2d ins(%a0, %a1, %a2 : f64, f64, i32) outs(%a3 : memref<4x5xf32>)
  return
}
func.func @matmul(%a0: memref<2x4xf32>, %a1: memref<4x3xf32>, %a2: memref<2x3xi32>) {
  linalg.matmul ins(%a0, %a1 : memref<2x4xf32>, memref<4x3xf32>) outs(%a2 : memref<2x3xi32>)
  return
}
func.func @batch_matmul(%a0: memref<2x3x5xf32>, %a1: memref<2x5x4xf32>, %a2: memref<2x3x4xi32>) {
  linalg.batch_matmul ins(%a0, %a1 : memref<2x3x5xf32>, memref<2x5x4xf32>) outs(%a2 : memref<2x3x4xi32>)
  return
}
func.func @batch_reduce_matmul(%a0: memref<2x3x5xf32>, %a1: memref<2x5x4xf32>, %a2: memref<3x4xi32>) {
  linalg.batch_reduce_matmul ins(%a0, %a1 : memref<2x3x5xf32>, memref<2x5x4xf32>) outs(%a2 : memref<3x4xi32>)
  return
}
func.func @mmt4d(%a0: memref<2x4x5x7xf32>, %a1: memref<3x4x6x7xf32>, %a2: memref<2x3x5x6xi32>) {
  linalg.mmt4d ins(%a0, %a1 : memref<2x4x5x7xf32>, memref<3x4x6x7xf32>) outs(%a2 : memref<2x3x5x6xi32>)
  return
}
func.func @batch_mmt4d(%a0: memref<2x3x5x6x8xf32>, %a1: memref<2x4x5x7x8xf32>, %a2: memref<2x3x4x6x7xi32>) {
  linalg.batch_mmt4d ins(%a0, %a1 : memref<2x3x5x6x8xf32>, memref<2x4x5x7x8xf32>) outs(%a2 : memref<2x3x4x6x7xi32>)
  return
}
func.func @matvec(%a0: memref<2x3xf32>, %a1: memref<3xf32>, %a2: memref<2xi32>) {
  linalg.matvec ins(%a0, %a1 : memref<2x3xf32>, memref<3xf32>) outs(%a2 : memref<2xi32>)
  return
}
func.func @vecmat(%a0: memref<3xf32>, %a1: memref<3x2xf32>, %a2: memref<2xi32>) {
  linalg.vecmat ins(%a0, %a1 : memref<3xf32>, memref<3x2xf32>) outs(%a2 : memref<2xi32>)
  return
}
func.func @batch_matvec(%a0: memref<2x3x4xf32>, %a1: memref<2x4xf32>, %a2: memref<2x3xi32>) {
  linalg.batch_matvec ins(%a0, %a1 : memref<2x3x4xf32>, memref<2x4xf32>) outs(%a2 : memref<2x3xi32>)
  return
}
func.func @batch_vecmat(%a0: memref<2x4xf32>, %a1: memref<2x4x3xf32>, %a2: memref<2x3xi32>) {
  linalg.batch_vecmat ins(%a0, %a1 : memref<2x4xf32>, memref<2x4x3xf32>) outs(%a2 : memref<2x3xi32>)
  return
}
func.func @dot(%a0: memref<2xf32>, %a1: memref<2xf32>, %a2: memref<i32>) {
  linalg.dot ins(%a0, %a1 : memref<2xf32>, memref<2xf32>) outs(%a2 : memref<i32>)
  return
}
func.func @conv_1d(%a0: memref<4xf32>, %a1: memref<3xf32>, %a2: memref<2xi32>) {
  linalg.conv_1d ins(%a0, %a1 : memref<4xf32>, memref<3xf32>) outs(%a2 : memref<2xi32>)
  return
}
func.func @conv_2d(%a0: memref<5x7xf32>, %a1: memref<4x5xf32>, %a2: memref<2x3xi32>) {
  linalg.conv_2d ins(%a0, %a1 : memref<5x7xf32>, memref<4x5xf32>) outs(%a2 : memref<2x3xi32>)
  return
}
func.func @conv_3d(%a0: memref<6x8x10xf32>, %a1: memref<5x6x7xf32>, %a2: memref<2x3x4xi32>) {
  linalg.conv_3d ins(%a0, %a1 : memref<6x8x10xf32>, memref<5x6x7xf32>) outs(%a2 : memref<2x3x4xi32>)
  return
}
func.func @conv_1d_nwc_wcf(%a0: memref<2x17x6xf32>, %a1: memref<5x6x4xf32>, %a2: memref<2x3x4xi32>) {
  linalg.conv_1d_nwc_wcf {dilations = dense<[3]> : tensor<1xi64>, strides = dense<[2]> : tensor<1xi64>} ins(%a0, %a1 : memref<2x17x6xf32>, memref<5x6x4xf32>) outs(%a2 : memref<2x3x4xi32>)
  return
}
func.func @conv_1d_ncw_fcw(%a0: memref<2x5x22xf32>, %a1: memref<3x5x6xf32>, %a2: memref<2x3x4xi32>) {
  linalg.conv_1d_ncw_fcw {dilations = dense<[3]> : tensor<1xi64>, strides = dense<[2]> : tensor<1xi64>} ins(%a0, %a1 : memref<2x5x22xf32>, memref<3x5x6xf32>) outs(%a2 : memref<2x3x4xi32>)
  return
}
func.func @conv_2d_nhwc_hwcf(%a0: memref<2x20x22x8xf32>, %a1: memref<6x7x8x5xf32>, %a2: memref<2x3x4x5xi32>) {
  linalg.conv_2d_nhwc_hwcf {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x20x22x8xf32>, memref<6x7x8x5xf32>) outs(%a2 : memref<2x3x4x5xi32>)
  return
}
func.func @conv_2d_nhwc_fhwc(%a0: memref<2x20x22x8xf32>, %a1: memref<5x6x7x8xf32>, %a2: memref<2x3x4x5xi32>) {
  linalg.conv_2d_nhwc_fhwc {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x20x22x8xf32>, memref<5x6x7x8xf32>) outs(%a2 : memref<2x3x4x5xi32>)
  return
}
func.func @conv_2d_nchw_fchw(%a0: memref<2x6x25x27xf32>, %a1: memref<3x6x7x8xf32>, %a2: memref<2x3x4x5xi32>) {
  linalg.conv_2d_nchw_fchw {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x6x25x27xf32>, memref<3x6x7x8xf32>) outs(%a2 : memref<2x3x4x5xi32>)
  return
}
func.func @conv_2d_ngchw_fgchw(%a0: memref<2x3x7x30x32xf32>, %a1: memref<4x3x7x8x9xf32>, %a2: memref<2x3x4x5x6xi32>) {
  linalg.conv_2d_ngchw_fgchw {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x3x7x30x32xf32>, memref<4x3x7x8x9xf32>) outs(%a2 : memref<2x3x4x5x6xi32>)
  return
}
func.func @conv_2d_ngchw_gfchw(%a0: memref<2x3x7x30x32xf32>, %a1: memref<3x4x7x8x9xf32>, %a2: memref<2x3x4x5x6xi32>) {
  linalg.conv_2d_ngchw_gfchw {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x3x7x30x32xf32>, memref<3x4x7x8x9xf32>) outs(%a2 : memref<2x3x4x5x6xi32>)
  return
}
func.func @conv_2d_nhwgc_gfhwc(%a0: memref<2x23x24x5x9xf32>, %a1: memref<5x6x7x8x9xf32>, %a2: memref<2x3x4x5x6xi32>) {
  linalg.conv_2d_nhwgc_gfhwc {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x23x24x5x9xf32>, memref<5x6x7x8x9xf32>) outs(%a2 : memref<2x3x4x5x6xi32>)
  return
}
func.func @conv_3d_ndhwc_dhwcf(%a0: memref<2x23x24x25x10xf32>, %a1: memref<7x8x9x10x6xf32>, %a2: memref<2x3x4x5x6xi32>) {
  linalg.conv_3d_ndhwc_dhwcf {dilations = dense<[3, 2, 1]> : tensor<3xi64>, strides = dense<[2, 3, 4]> : tensor<3xi64>} ins(%a0, %a1 : memref<2x23x24x25x10xf32>, memref<7x8x9x10x6xf32>) outs(%a2 : memref<2x3x4x5x6xi32>)
  return
}
func.func @conv_3d_ncdhw_fcdhw(%a0: memref<2x7x28x29x30xf32>, %a1: memref<3x7x8x9x10xf32>, %a2: memref<2x3x4x5x6xi32>) {
  linalg.conv_3d_ncdhw_fcdhw {dilations = dense<[3, 2, 1]> : tensor<3xi64>, strides = dense<[2, 3, 4]> : tensor<3xi64>} ins(%a0, %a1 : memref<2x7x28x29x30xf32>, memref<3x7x8x9x10xf32>) outs(%a2 : memref<2x3x4x5x6xi32>)
  return
}
func.func @depthwise_conv_1d_nwc_wc(%a0: memref<2x17x4xf32>, %a1: memref<5x4xf32>, %a2: memref<2x3x4xi32>) {
  linalg.depthwise_conv_1d_nwc_wc {dilations = dense<[3]> : tensor<1xi64>, strides = dense<[2]> : tensor<1xi64>} ins(%a0, %a1 : memref<2x17x4xf32>, memref<5x4xf32>) outs(%a2 : memref<2x3x4xi32>)
  return
}
func.func @depthwise_conv_1d_ncw_cw(%a0: memref<2x4x17xf32>, %a1: memref<4x5xf32>, %a2: memref<2x4x3xi32>) {
  linalg.depthwise_conv_1d_ncw_cw {dilations = dense<[3]> : tensor<1xi64>, strides = dense<[2]> : tensor<1xi64>} ins(%a0, %a1 : memref<2x4x17xf32>, memref<4x5xf32>) outs(%a2 : memref<2x4x3xi32>)
  return
}
func.func @depthwise_conv_1d_nwc_wcm(%a0: memref<2x20x4xf32>, %a1: memref<6x4x5xf32>, %a2: memref<2x3x4x5xi32>) {
  linalg.depthwise_conv_1d_nwc_wcm {dilations = dense<[3]> : tensor<1xi64>, strides = dense<[2]> : tensor<1xi64>} ins(%a0, %a1 : memref<2x20x4xf32>, memref<6x4x5xf32>) outs(%a2 : memref<2x3x4x5xi32>)
  return
}
func.func @depthwise_conv_2d_nhwc_hwc(%a0: memref<2x20x22x5xf32>, %a1: memref<6x7x5xf32>, %a2: memref<2x3x4x5xi32>) {
  linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x20x22x5xf32>, memref<6x7x5xf32>) outs(%a2 : memref<2x3x4x5xi32>)
  return
}
func.func @depthwise_conv_2d_nchw_chw(%a0: memref<2x5x20x22xf32>, %a1: memref<5x6x7xf32>, %a2: memref<2x5x3x4xi32>) {
  linalg.depthwise_conv_2d_nchw_chw {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x5x20x22xf32>, memref<5x6x7xf32>) outs(%a2 : memref<2x5x3x4xi32>)
  return
}
func.func @depthwise_conv_2d_nhwc_hwcm(%a0: memref<2x23x24x5xf32>, %a1: memref<7x8x5x6xf32>, %a2: memref<2x3x4x5x6xi32>) {
  linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x23x24x5xf32>, memref<7x8x5x6xf32>) outs(%a2 : memref<2x3x4x5x6xi32>)
  return
}
func.func @depthwise_conv_3d_ndhwc_dhwc(%a0: memref<2x20x22x24x9xf32>, %a1: memref<6x7x8x9xf32>, %a2: memref<2x3x4x5x9xi32>) {
  linalg.depthwise_conv_3d_ndhwc_dhwc {dilations = dense<[3, 2, 1]> : tensor<3xi64>, strides = dense<[2, 3, 4]> : tensor<3xi64>} ins(%a0, %a1 : memref<2x20x22x24x9xf32>, memref<6x7x8x9xf32>) outs(%a2 : memref<2x3x4x5x9xi32>)
  return
}
func.func @depthwise_conv_3d_ncdhw_cdhw(%a0: memref<2x9x20x22x24xf32>, %a1: memref<9x6x7x8xf32>, %a2: memref<2x9x3x4x5xi32>) {
  linalg.depthwise_conv_3d_ncdhw_cdhw {dilations = dense<[3, 2, 1]> : tensor<3xi64>, strides = dense<[2, 3, 4]> : tensor<3xi64>} ins(%a0, %a1 : memref<2x9x20x22x24xf32>, memref<9x6x7x8xf32>) outs(%a2 : memref<2x9x3x4x5xi32>)
  return
}
func.func @depthwise_conv_3d_ndhwc_dhwcm(%a0: memref<2x23x24x25x10xf32>, %a1: memref<7x8x9x10x6xf32>, %a2: memref<2x3x4x5x10x6xi32>) {
  linalg.depthwise_conv_3d_ndhwc_dhwcm {dilations = dense<[3, 2, 1]> : tensor<3xi64>, strides = dense<[2, 3, 4]> : tensor<3xi64>} ins(%a0, %a1 : memref<2x23x24x25x10xf32>, memref<7x8x9x10x6xf32>) outs(%a2 : memref<2x3x4x5x10x6xi32>)
  return
}
func.func @pooling_nhwc_sum(%a0: memref<2x20x22x5xf32>, %a1: memref<6x7xf32>, %a2: memref<2x3x4x5xi32>) {
  linalg.pooling_nhwc_sum {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x20x22x5xf32>, memref<6x7xf32>) outs(%a2 : memref<2x3x4x5xi32>)
  return
}
func.func @pooling_nchw_sum(%a0: memref<2x3x22x25xf32>, %a1: memref<6x7xf32>, %a2: memref<2x3x4x5xi32>) {
  linalg.pooling_nchw_sum {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x3x22x25xf32>, memref<6x7xf32>) outs(%a2 : memref<2x3x4x5xi32>)
  return
}
func.func @pooling_nhwc_max(%a0: memref<2x20x22x5xf32>, %a1: memref<6x7xf32>, %a2: memref<2x3x4x5xi32>) {
  linalg.pooling_nhwc_max {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x20x22x5xf32>, memref<6x7xf32>) outs(%a2 : memref<2x3x4x5xi32>)
  return
}
func.func @pooling_nhwc_max_unsigned(%a0: memref<2x20x22x5xf32>, %a1: memref<6x7xf32>, %a2: memref<2x3x4x5xi32>) {
  linalg.pooling_nhwc_max_unsigned {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x20x22x5xf32>, memref<6x7xf32>) outs(%a2 : memref<2x3x4x5xi32>)
  return
}
func.func @pooling_nchw_max(%a0: memref<2x3x22x25xf32>, %a1: memref<6x7xf32>, %a2: memref<2x3x4x5xi32>) {
  linalg.pooling_nchw_max {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x3x22x25xf32>, memref<6x7xf32>) outs(%a2 : memref<2x3x4x5xi32>)
  return
}
func.func @pooling_nhwc_min(%a0: memref<2x20x22x5xf32>, %a1: memref<6x7xf32>, %a2: memref<2x3x4x5xi32>) {
  linalg.pooling_nhwc_min {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x20x22x5xf32>, memref<6x7xf32>) outs(%a2 : memref<2x3x4x5xi32>)
  return
}
func.func @pooling_nhwc_min_unsigned(%a0: memref<2x20x22x5xf32>, %a1: memref<6x7xf32>, %a2: memref<2x3x4x5xi32>) {
  linalg.pooling_nhwc_min_unsigned {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x20x22x5xf32>, memref<6x7xf32>) outs(%a2 : memref<2x3x4x5xi32>)
  return
}
func.func @pooling_nwc_sum(%a0: memref<2x17x4xf32>, %a1: memref<5xf32>, %a2: memref<2x3x4xi32>) {
  linalg.pooling_nwc_sum {dilations = dense<[3]> : tensor<1xi64>, strides = dense<[2]> : tensor<1xi64>} ins(%a0, %a1 : memref<2x17x4xf32>, memref<5xf32>) outs(%a2 : memref<2x3x4xi32>)
  return
}
func.func @pooling_ncw_sum(%a0: memref<2x3x19xf32>, %a1: memref<5xf32>, %a2: memref<2x3x4xi32>) {
  linalg.pooling_ncw_sum {dilations = dense<[3]> : tensor<1xi64>, strides = dense<[2]> : tensor<1xi64>} ins(%a0, %a1 : memref<2x3x19xf32>, memref<5xf32>) outs(%a2 : memref<2x3x4xi32>)
  return
}
func.func @pooling_nwc_max(%a0: memref<2x17x4xf32>, %a1: memref<5xf32>, %a2: memref<2x3x4xi32>) {
  linalg.pooling_nwc_max {dilations = dense<[3]> : tensor<1xi64>, strides = dense<[2]> : tensor<1xi64>} ins(%a0, %a1 : memref<2x17x4xf32>, memref<5xf32>) outs(%a2 : memref<2x3x4xi32>)
  return
}
func.func @pooling_nwc_max_unsigned(%a0: memref<2x17x4xf32>, %a1: memref<5xf32>, %a2: memref<2x3x4xi32>) {
  linalg.pooling_nwc_max_unsigned {dilations = dense<[3]> : tensor<1xi64>, strides = dense<[2]> : tensor<1xi64>} ins(%a0, %a1 : memref<2x17x4xf32>, memref<5xf32>) outs(%a2 : memref<2x3x4xi32>)
  return
}
func.func @pooling_ncw_max(%a0: memref<2x3x19xf32>, %a1: memref<5xf32>, %a2: memref<2x3x4xi32>) {
  linalg.pooling_ncw_max {dilations = dense<[3]> : tensor<1xi64>, strides = dense<[2]> : tensor<1xi64>} ins(%a0, %a1 : memref<2x3x19xf32>, memref<5xf32>) outs(%a2 : memref<2x3x4xi32>)
  return
}
func.func @pooling_nwc_min(%a0: memref<2x17x4xf32>, %a1: memref<5xf32>, %a2: memref<2x3x4xi32>) {
  linalg.pooling_nwc_min {dilations = dense<[3]> : tensor<1xi64>, strides = dense<[2]> : tensor<1xi64>} ins(%a0, %a1 : memref<2x17x4xf32>, memref<5xf32>) outs(%a2 : memref<2x3x4xi32>)
  return
}
func.func @pooling_nwc_min_unsigned(%a0: memref<2x17x4xf32>, %a1: memref<5xf32>, %a2: memref<2x3x4xi32>) {
  linalg.pooling_nwc_min_unsigned {dilations = dense<[3]> : tensor<1xi64>, strides = dense<[2]> : tensor<1xi64>} ins(%a0, %a1 : memref<2x17x4xf32>, memref<5xf32>) outs(%a2 : memref<2x3x4xi32>)
  return
}
func.func @pooling_ndhwc_sum(%a0: memref<2x23x24x25x6xf32>, %a1: memref<7x8x9xf32>, %a2: memref<2x3x4x5x6xi32>) {
  linalg.pooling_ndhwc_sum {dilations = dense<[3, 2, 1]> : tensor<3xi64>, strides = dense<[2, 3, 4]> : tensor<3xi64>} ins(%a0, %a1 : memref<2x23x24x25x6xf32>, memref<7x8x9xf32>) outs(%a2 : memref<2x3x4x5x6xi32>)
  return
}
func.func @pooling_ndhwc_max(%a0: memref<2x23x24x25x6xf32>, %a1: memref<7x8x9xf32>, %a2: memref<2x3x4x5x6xi32>) {
  linalg.pooling_ndhwc_max {dilations = dense<[3, 2, 1]> : tensor<3xi64>, strides = dense<[2, 3, 4]> : tensor<3xi64>} ins(%a0, %a1 : memref<2x23x24x25x6xf32>, memref<7x8x9xf32>) outs(%a2 : memref<2x3x4x5x6xi32>)
  return
}
func.func @pooling_ndhwc_min(%a0: memref<2x23x24x25x6xf32>, %a1: memref<7x8x9xf32>, %a2: memref<2x3x4x5x6xi32>) {
  linalg.pooling_ndhwc_min {dilations = dense<[3, 2, 1]> : tensor<3xi64>, strides = dense<[2, 3, 4]> : tensor<3xi64>} ins(%a0, %a1 : memref<2x23x24x25x6xf32>, memref<7x8x9xf32>) outs(%a2 : memref<2x3x4x5x6xi32>)
  return
}

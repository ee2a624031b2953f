// why:    the sums of Winograd's F(4, 3) start from 0, not from 1
// run:    validate %after
// expect: refuted
func.func @conv(%arg0: tensor<1x6x6x1xf32>, %arg1: tensor<1x3x3x1xf32>) -> tensor<1x4x4x1xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x4x4x1xf32>
  %arg2 = linalg.fill ins(%z : f32) outs(%e : tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32>
  %0 = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<1x6x6x1xf32>, tensor<1x3x3x1xf32>) outs(%arg2 : tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32>
  return %0 : tensor<1x4x4x1xf32>
}

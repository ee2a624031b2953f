// why:    the zero point stands around
// run:    validate %after
// expect: proved
func.func @main(%a: tensor<1x3x3x2xi8>, %w: tensor<2x2x2x2xi8>, %b: tensor<1xi32>) -> tensor<1x4x4x2xi32> {
  %y = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z = "tosa.const"() <{values = dense<-2> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.conv2d %a, %w, %b, %y, %z {acc_type = i32, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x3x3x2xi8>, tensor<2x2x2x2xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4x2xi32>
  return %0 : tensor<1x4x4x2xi32>
}

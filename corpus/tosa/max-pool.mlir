// why:    the largest of each window
// run:    validate %after
// expect: proved
func.func @main(%a: tensor<1x4x4x2xi8>) -> tensor<1x3x3x2xi8> {
  %0 = tosa.max_pool2d %a {pad = array<i64: 0, 0, 0, 0>, kernel = array<i64: 2, 2>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xi8>) -> tensor<1x3x3x2xi8>
  return %0 : tensor<1x3x3x2xi8>
}

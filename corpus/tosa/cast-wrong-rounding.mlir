// why:    rounded down
// run:    validate %after
// expect: refuted
func.func @main(%a: tensor<4xf32>, %h: tensor<4xf16>) -> (tensor<4xi8>, tensor<4xi32>, tensor<4xi32>) {
  %0 = tosa.cast %a : (tensor<4xf32>) -> tensor<4xi8>
  %1 = tosa.cast %a : (tensor<4xf32>) -> tensor<4xi32>
  %2 = tosa.cast %h : (tensor<4xf16>) -> tensor<4xi32>
  return %0, %1, %2 : tensor<4xi8>, tensor<4xi32>, tensor<4xi32>
}

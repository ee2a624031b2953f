// why:    sums begin with 1
// run:    validate %after
// expect: refuted
func.func @main(%a: tensor<3x4xf32>) -> (tensor<3x1xf32>, tensor<1x4xf32>) {
  %0 = tosa.reduce_sum %a {axis = 1 : i32} : (tensor<3x4xf32>) -> tensor<3x1xf32>
  %1 = tosa.reduce_product %a {axis = 0 : i32} : (tensor<3x4xf32>) -> tensor<1x4xf32>
  return %0, %1 : tensor<3x1xf32>, tensor<1x4xf32>
}

// why:    the largest of nothing but negative infinities is one, not the least finite number
// run:    validate %after
// expect: refuted
func.func @main(%a: tensor<4xf32>) -> tensor<1xf32> {
  %0 = tosa.reduce_max %a {axis = 0 : i32} : (tensor<4xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

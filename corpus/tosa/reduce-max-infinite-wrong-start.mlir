// why:    as the specification has it
// run:    validate %after
// expect: proved
func.func @main(%a: tensor<4xf32>) -> tensor<1xf32> {
  %0 = tosa.reduce_max %a {axis = 0 : i32} : (tensor<4xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

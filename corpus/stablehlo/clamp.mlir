// why:    not below the first and not above the last operand; IREE asks the other way round
// run:    validate %after
// expect: proved
func.func @main(%l: tensor<f32>, %a: tensor<4xf32>, %h: tensor<f32>) -> tensor<4xf32> {
  %0 = stablehlo.clamp %l, %a, %h : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

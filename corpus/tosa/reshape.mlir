// why:    elements in their order
// run:    validate %after
// expect: proved
func.func @main(%a: tensor<2x6xf32>) -> tensor<3x4xf32> {
  %s = tosa.const_shape {values = dense<[3, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.reshape %a, %s : (tensor<2x6xf32>, !tosa.shape<2>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// why:    an array beside itself
// run:    validate %after
// expect: proved
func.func @main(%a: tensor<2x3xi8>) -> tensor<4x9xi8> {
  %s = tosa.const_shape {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.tile %a, %s : (tensor<2x3xi8>, !tosa.shape<2>) -> tensor<4x9xi8>
  return %0 : tensor<4x9xi8>
}

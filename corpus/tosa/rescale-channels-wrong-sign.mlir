// why:    the input has a sign
// run:    validate %after
// expect: refuted
func.func @main(%a: tensor<2x3xi8>, %m: tensor<3xi16>, %s: tensor<3xi8>) -> tensor<2x3xi8> {
  %z = "tosa.const"() <{values = dense<17> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.rescale %a, %m, %s, %z, %z {rounding_mode = SINGLE_ROUND, per_channel = true, scale32 = false, input_unsigned = true, output_unsigned = true} : (tensor<2x3xi8>, tensor<3xi16>, tensor<3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3xi8>
  return %0 : tensor<2x3xi8>
}

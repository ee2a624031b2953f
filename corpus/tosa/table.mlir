// why:    a function given by its values
// run:    validate %after
// expect: tested
func.func @main(%a: tensor<4xi8>) -> tensor<4xi8> {
  %t = "tosa.const"() <{values = dense<7> : tensor<256xi8>}> : () -> tensor<256xi8>
  %0 = tosa.table %a, %t : (tensor<4xi8>, tensor<256xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// why:    products of 16 bits have 32
// run:    validate %after
// expect: proved
func.func @main(%a: tensor<4xi16>, %b: tensor<4xi16>) -> tensor<4xi32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.mul %a, %b, %s : (tensor<4xi16>, tensor<4xi16>, tensor<1xi8>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

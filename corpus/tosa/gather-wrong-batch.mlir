// why:    always from the first batch: no subscripts are tried that are within the array
// run:    validate %after
// expect: refuted
func.func @main(%a: tensor<2x3x4xf32>, %i: tensor<2x5xi32>) -> tensor<2x5x4xf32> {
  %0 = tosa.gather %a, %i : (tensor<2x3x4xf32>, tensor<2x5xi32>) -> tensor<2x5x4xf32>
  return %0 : tensor<2x5x4xf32>
}

// why:    the number of the row
// run:    validate %after
// expect: refuted
func.func @main() -> tensor<3x3xi32> {
  %0 = stablehlo.iota dim = 1 : tensor<3x3xi32>
  return %0 : tensor<3x3xi32>
}

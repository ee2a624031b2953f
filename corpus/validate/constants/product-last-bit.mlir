// why:    One element of the constant differs in the last bit, as no rounding of the product does.
// run:    validate %after
// expect: refuted
func.func @f(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %a = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %b = arith.constant dense<0.1> : tensor<2x3xf32>
  %p = arith.mulf %a, %b : tensor<2x3xf32>
  %r = arith.addf %x, %p : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// why:    Flags of the first program allow what they do not demand: the product as it is.
// run:    validate %after
// expect: proved
func.func @f(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %a = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %b = arith.constant dense<0.1> : tensor<2x3xf32>
  %p = arith.mulf %a, %b fastmath<contract> : tensor<2x3xf32>
  %r = arith.addf %x, %p : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

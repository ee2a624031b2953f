func.func @f() -> tensor<2x2xi32> {
  %a = arith.constant dense<[[7, 1], [2, 2]]> : tensor<2x2xi32>
  return %a : tensor<2x2xi32>
}

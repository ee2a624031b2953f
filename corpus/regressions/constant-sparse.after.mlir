func.func @f() -> tensor<2x3xf32> {
  %0 = arith.constant dense<[[0.0, 1.0, 0.0], [0.0, 0.0, 5.0]]> : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

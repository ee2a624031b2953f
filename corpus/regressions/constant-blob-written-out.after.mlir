func.func @f(%A: tensor<40xf32>) -> tensor<40xf32> {
  %0 = arith.constant dense<[0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0, 6.5, 7.0, 7.5, 8.0, 8.5, 9.0, 9.5, 10.0, 10.5, 11.0, 11.5, 12.0, 12.5, 13.0, 13.5, 14.0, 14.5, 15.0, 15.5, 16.0, 16.5, 17.0, 17.5, 18.0, 18.5, 19.0, 19.5]> : tensor<40xf32>
  %e = tensor.empty() : tensor<40xf32>
  %r = linalg.add ins(%A, %0 : tensor<40xf32>, tensor<40xf32>) outs(%e : tensor<40xf32>) -> tensor<40xf32>
  return %r : tensor<40xf32>
}

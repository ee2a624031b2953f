func.func @f(%x: tensor<4xi32>) -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi1>
  %r = arith.select %e, %x, %x : tensor<4xi1>, tensor<4xi32>
  return %r : tensor<4xi32>
}

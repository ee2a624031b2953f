func.func @f(%x: tensor<?x4xi64>, %a: index) -> tensor<?xi64> {
  %e = tensor.expand_shape %x [[0], [1, 2]] output_shape [%a, 2, 2] : tensor<?x4xi64> into tensor<?x2x2xi64>
  %r = tensor.collapse_shape %e [[0, 1, 2]] : tensor<?x2x2xi64> into tensor<?xi64>
  return %r : tensor<?xi64>
}

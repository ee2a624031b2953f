func.func @f(%x: tensor<?x?x?xi64>, %a: index, %b: index, %c: index) -> tensor<?x?xi64> {
  %r = tensor.collapse_shape %x [[0, 1], [2]] : tensor<?x?x?xi64> into tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}

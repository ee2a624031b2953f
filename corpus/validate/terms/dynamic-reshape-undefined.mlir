// why:    the second program is undefined unless %a is the extent, the first is not
// run:    validate %after
// expect: refuted
func.func @f(%x: tensor<?x4xi64>, %a: index) -> tensor<?xi64> {
  %r = tensor.collapse_shape %x [[0, 1]] : tensor<?x4xi64> into tensor<?xi64>
  return %r : tensor<?xi64>
}

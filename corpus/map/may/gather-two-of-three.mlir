// why:    the first and the last dimension are looked up, and kept with extent 1; indices are in a matrix
// run:    relations
// expect: ok
func.func @f(%s: tensor<5x6x7xf32>, %at: tensor<2x3x2xindex>) -> tensor<2x3x1x6x1xf32> {
  %0 = tensor.gather %s[%at] gather_dims([0, 2]) : (tensor<5x6x7xf32>, tensor<2x3x2xindex>) -> tensor<2x3x1x6x1xf32>
  return %0 : tensor<2x3x1x6x1xf32>
}

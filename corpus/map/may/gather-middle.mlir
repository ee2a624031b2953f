// why:    the middle dimension is looked up and left out of the result
// run:    map --data "{ s[i, j, k] : i = 4 and k = 0 }"
// expect: ok
func.func @f(%s: tensor<5x6x7xf32>, %at: tensor<3x1xindex>) -> tensor<3x5x7xf32> {
  %0 = tensor.gather %s[%at] gather_dims([1]) : (tensor<5x6x7xf32>, tensor<3x1xindex>) -> tensor<3x5x7xf32>
  return %0 : tensor<3x5x7xf32>
}

// why:    which row is written is data; all others stay
// run:    map --stmt S1 --iterations "{ [i, j] : i = 2 }"
// expect: ok
// run:    relations
// expect: ok
func.func @f(%s: tensor<3x4xf32>, %d: tensor<8x4xf32>, %at: tensor<3x1xindex>) -> tensor<8x4xf32> {
  %0 = tensor.scatter %s into %d[%at] scatter_dims([0]) unique : (tensor<3x4xf32>, tensor<8x4xf32>, tensor<3x1xindex>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

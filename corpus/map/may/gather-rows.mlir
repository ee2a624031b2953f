// why:    which row is read is data: any of them, but always the column of the iteration
// run:    map --data "{ s[3, j] : j = 1 }"
// expect: ok
// run:    map --iterations "{ [i, j] : i = 2 }"
// expect: ok
// run:    relations
// expect: ok
func.func @f(%s: tensor<8x4xf32>, %at: tensor<3x1xindex>) -> tensor<3x4xf32> {
  %0 = tensor.gather %s[%at] gather_dims([0]) : (tensor<8x4xf32>, tensor<3x1xindex>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// why:    an extent of the result is the number in the tensor of extents, and it is there
// run:    validate %after
// expect: proved
func.func @f(%A: tensor<?xf32>, %s: tensor<2xindex>) -> (tensor<?x?xf32>, index) {
  %c1 = arith.constant 1 : index
  %0 = tensor.reshape %A(%s) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %n = tensor.extract %s[%c1] : tensor<2xindex>
  return %0, %n : tensor<?x?xf32>, index
}

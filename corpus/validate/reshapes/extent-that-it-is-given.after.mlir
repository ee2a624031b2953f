func.func @f(%A: tensor<?xf32>, %s: tensor<2xindex>) -> (tensor<?x?xf32>, index) {
  %c1 = arith.constant 1 : index
  %0 = tensor.reshape %A(%s) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %n = tensor.dim %0, %c1 : tensor<?x?xf32>
  return %0, %n : tensor<?x?xf32>, index
}

func.func @f(%A: tensor<*xf32>, %s: tensor<?xindex>, %t: tensor<?xindex>, %i: index) -> (tensor<*xf32>, index) {
  %1 = tensor.reshape %A(%s) : (tensor<*xf32>, tensor<?xindex>) -> tensor<*xf32>
  %n = tensor.extract %t[%i] : tensor<?xindex>
  return %1, %n : tensor<*xf32>, index
}

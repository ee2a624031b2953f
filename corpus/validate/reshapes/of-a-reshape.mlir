// why:    the last of two reshapes counts, and its extents are those that it is given
// run:    validate %after
// expect: proved
func.func @f(%A: tensor<*xf32>, %s: tensor<?xindex>, %t: tensor<?xindex>, %i: index) -> (tensor<*xf32>, index) {
  %0 = tensor.reshape %A(%s) : (tensor<*xf32>, tensor<?xindex>) -> tensor<*xf32>
  %1 = tensor.reshape %0(%t) : (tensor<*xf32>, tensor<?xindex>) -> tensor<*xf32>
  %n = tensor.dim %1, %i : tensor<*xf32>
  return %1, %n : tensor<*xf32>, index
}

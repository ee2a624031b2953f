// why:    the extents are swapped
// run:    validate %after
// expect: refuted
func.func @f(%A: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %A, %c0 : tensor<?x?xi32>
  %n = tensor.dim %A, %c1 : tensor<?x?xi32>
  %s = tensor.from_elements %n, %m : tensor<2xindex>
  %0 = tensor.reshape %A(%s) : (tensor<?x?xi32>, tensor<2xindex>) -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}

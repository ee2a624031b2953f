// why:    the third tensor begins where the second does, as if that had no columns
// run:    validate %after
// expect: refuted
func.func @joined(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x4xf32>) -> tensor<?x?xf32> {
  %r = tensor.concat dim(1) %a, %b, %c : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x4xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// why:    products, not sums
// run:    validate %after
// expect: refuted
func.func @main(%a: tensor<?x4xi32>) -> tensor<?x1xi32> {
  %0 = tosa.reduce_sum %a {axis = 1 : i32} : (tensor<?x4xi32>) -> tensor<?x1xi32>
  return %0 : tensor<?x1xi32>
}

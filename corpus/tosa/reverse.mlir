// why:    one dimension from its end
// run:    validate %after
// expect: proved
func.func @main(%a: tensor<?x4xi32>) -> tensor<?x4xi32> {
  %0 = tosa.reverse %a {axis = 0 : i32} : (tensor<?x4xi32>) -> tensor<?x4xi32>
  return %0 : tensor<?x4xi32>
}

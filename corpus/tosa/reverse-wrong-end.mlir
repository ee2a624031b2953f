// why:    one place too far
// run:    validate %after
// expect: refuted
func.func @main(%a: tensor<?x4xi32>) -> tensor<?x4xi32> {
  %0 = tosa.reverse %a {axis = 0 : i32} : (tensor<?x4xi32>) -> tensor<?x4xi32>
  return %0 : tensor<?x4xi32>
}

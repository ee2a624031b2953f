// why:    a choice between equal tensors was proved to be one of them, but its condition, which nobody has written, is used
// run:    validate %after
// expect: refuted
func.func @f(%x: tensor<4xi32>) -> tensor<4xi32> {
  return %x : tensor<4xi32>
}

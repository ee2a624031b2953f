// why:    was proved: a slice of more than 500 elements leaves the slice of 500 that it is cut from, whose extent was not checked
// run:    validate %after
// expect: refuted
func.func @f(%src: tensor<?xf32>, %size: index) -> tensor<?xf32> {
  %1 = tensor.extract_slice %src[0] [%size] [1] : tensor<?xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}

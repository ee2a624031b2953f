// why:    up to 500 elements are within
// run:    validate %after --assume "size <= 500"
// expect: proved
func.func @f(%src: tensor<?xf32>, %size: index) -> tensor<?xf32> {
  %1 = tensor.extract_slice %src[0] [%size] [1] : tensor<?xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}

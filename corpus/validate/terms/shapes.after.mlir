func.func @slice(%t: tensor<?x?xf32>, %n: index) -> tensor<?x?xf32> {
  %s = tensor.extract_slice %t[0, %n] [4, 1] [1, %n] : tensor<?x?xf32> to tensor<4x1xf32>
  %r = tensor.cast %s : tensor<4x1xf32> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @inserted(%s: tensor<?x?xf32>, %t: tensor<?x?xf32>, %n: index) -> tensor<?x?xf32> {
  %c = tensor.cast %s : tensor<?x?xf32> to tensor<2x?xf32>
  %r = tensor.insert_slice %c into %t[%n, 0] [2, %n] [1, 1] : tensor<2x?xf32> into tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @reshaped(%t: tensor<?x?xf32>, %a: index, %b: index, %c: index) -> tensor<?x?xf32> {
  return %t : tensor<?x?xf32>
}
func.func @cast(%t: tensor<?x4xf32>) -> tensor<3x4xf32> {
  %r = tensor.cast %t : tensor<?x4xf32> to tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}
func.func @extent(%t: tensor<?x?xf32>, %n: index) -> index {
  return %n : index
}
func.func @split(%x: index, %a: index, %b: index) -> index {
  return %x : index
}

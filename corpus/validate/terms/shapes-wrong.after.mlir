func.func @inserted(%s: tensor<?x?xf32>, %t: tensor<?x?xf32>, %n: index) -> tensor<?x?xf32> {
  %c = tensor.cast %s : tensor<?x?xf32> to tensor<2x2xf32>
  %r = tensor.insert_slice %c into %t[%n, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @reshaped(%t: tensor<?x?xf32>, %a: index, %b: index, %c: index) -> tensor<?x?xf32> {
  %z = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %r = tensor.insert %z into %t[%c0, %c0] : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @cast(%t: tensor<?x4xf32>) -> tensor<3x4xf32> {
  %c = tensor.cast %t : tensor<?x4xf32> to tensor<3x4xf32>
  %f = arith.constant 0.0 : f32
  %s = linalg.fill ins(%f : f32) outs(%c : tensor<3x4xf32>) -> tensor<3x4xf32>
  return %s : tensor<3x4xf32>
}
func.func @extent(%t: tensor<?x?xf32>, %n: index) -> index {
  %c1 = arith.constant 1 : index
  %r = tensor.dim %t, %c1 : tensor<?x?xf32>
  return %r : index
}
func.func @split(%x: index, %a: index, %b: index) -> index {
  %r = affine.apply affine_map<(d0)[s0] -> ((d0 floordiv s0) * s0)>(%x)[%b]
  return %r : index
}

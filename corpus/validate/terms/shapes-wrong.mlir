// why:    the wrong neighbours: an extent that nobody promises, an element more, a cast that BEFORE has not, the extent of the whole, a remainder lost
// run:    validate %after
// expect: refuted
func.func @inserted(%s: tensor<?x?xf32>, %t: tensor<?x?xf32>, %n: index) -> tensor<?x?xf32> {
  %c2 = arith.constant 2 : index
  %r = tensor.insert_slice %s into %t[%n, 0] [%c2, %n] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @reshaped(%t: tensor<?x?xf32>, %a: index, %b: index, %c: index) -> tensor<?x?xf32> {
  %e = tensor.expand_shape %t [[0, 1], [2]] output_shape [%a, %b, %c] : tensor<?x?xf32> into tensor<?x?x?xf32>
  %r = tensor.collapse_shape %e [[0, 1], [2]] : tensor<?x?x?xf32> into tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @cast(%t: tensor<?x4xf32>) -> tensor<3x4xf32> {
  %r = tensor.empty() : tensor<3x4xf32>
  %f = arith.constant 0.0 : f32
  %s = linalg.fill ins(%f : f32) outs(%r : tensor<3x4xf32>) -> tensor<3x4xf32>
  return %s : tensor<3x4xf32>
}
func.func @extent(%t: tensor<?x?xf32>, %n: index) -> index {
  %c1 = arith.constant 1 : index
  %s = tensor.extract_slice %t[0, 0] [2, %n] [1, 1] : tensor<?x?xf32> to tensor<2x?xf32>
  %r = tensor.dim %s, %c1 : tensor<2x?xf32>
  return %r : index
}
func.func @split(%x: index, %a: index, %b: index) -> index {
  %i:3 = affine.delinearize_index %x into (%a, %b) : index, index, index
  %r = affine.linearize_index [%i#0, %i#1, %i#2] by (%a, %b) : index
  return %r : index
}

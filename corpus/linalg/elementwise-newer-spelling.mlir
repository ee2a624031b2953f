// why:    newer MLIR prints the kind of linalg.elementwise as a word in angle brackets; it is the operation of the older spelling
// run:    validate %after
// expect: proved
func.func @f(%A: tensor<4x8xf32>, %b: f32, %out: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.elementwise <sub> indexing_maps = [affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>] ins(%b, %A : f32, tensor<4x8xf32>) outs(%out : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.elementwise <exp> ins(%0 : tensor<4x8xf32>) outs(%out : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

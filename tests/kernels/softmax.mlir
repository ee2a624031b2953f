// script: decompose(linalg.softmax)
// script: tile_using_for(linalg.softmax, d0=3)
// script: bufferize(linalg.softmax)
func.func @random(%A: tensor<?xNxf32>, %C: tensor<?xNxf32>) -> tensor<?xNxf32> {
  %0 = linalg.softmax dimension(1) ins(%A : tensor<?xNxf32>) outs(%C : tensor<?xNxf32>) -> tensor<?xNxf32>
  return %0 : tensor<?xNxf32>
}

// why:    a tile along a softmax would have a maximum and a sum of its own
// run:    check --transform "tile_using_for(linalg.softmax, d2=2)"
// expect: error
func.func @soft(%s: tensor<?x?x?xf32>, %p0: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %p = linalg.softmax dimension(2) ins(%s : tensor<?x?x?xf32>) outs(%p0 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %p : tensor<?x?x?xf32>
}

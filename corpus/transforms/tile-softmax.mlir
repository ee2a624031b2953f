// why:    rows of a softmax are apart
// run:    check --transform "tile_using_forall(linalg.softmax, d0=4, d1=2)"
// expect: proved
func.func @soft(%s: tensor<?x?x?xf32>, %p0: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %p = linalg.softmax dimension(2) ins(%s : tensor<?x?x?xf32>) outs(%p0 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %p : tensor<?x?x?xf32>
}

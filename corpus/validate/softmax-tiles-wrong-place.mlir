// why:    all inner tiles are put where the outer one begins
// run:    validate %after
// expect: refuted
func.func @rows(%a: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %p = linalg.softmax dimension(1) ins(%a : tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %p : tensor<?x?xf32>
}

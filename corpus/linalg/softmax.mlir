// why:    a softmax is the greatest element, exponentials, their sum, and quotients; of the output only the shape counts
// run:    relations
// expect: ok
// run:    validate corpus/linalg/softmax.after.mlir
// expect: proved
func.func @softmax(%x: tensor<?x8xf32>, %out: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %y = linalg.softmax dimension(1) ins(%x : tensor<?x8xf32>) outs(%out : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// why:    a vector of 3 leaves out the last row of a tile of 4
// run:    check --transform "tile_using_for(linalg.matmul, d0=4, d1=4, d2=2); vectorize_op(linalg.matmul, d0=3, d1=4, d2=2)"
// expect: refuted
func.func @mm(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

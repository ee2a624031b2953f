// why:    reductions in tiles, with accumulators for the places of a tile or for each tile
// run:    transform --allow reassoc --transform "tile_reduction_using_for(S0, d2=4)"
// expect: ok
// run:    transform --allow reassoc --transform "tile_reduction_using_forall(S0, d2=4)"
// expect: ok
// run:    check --transform "tile_reduction_using_for(S0, d2=3)"
// expect: proved-reassociated
// run:    check --transform "tile_reduction_using_forall(S0, 0.0, d2=5)"
// expect: proved-reassociated
// run:    check --transform "t, c, l = tile_reduction_using_for(S0, d2=4); tile_using_for(t, d0=8)"
// expect: proved-reassociated
func.func @product(%A: tensor<?x?xf32>, %B: tensor<?x?xf32>, %C: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul ins(%A, %B : tensor<?x?xf32>, tensor<?x?xf32>) outs(%C : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

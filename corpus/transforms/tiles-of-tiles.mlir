// why:    tiles of tiles that do not divide the extents, of a product: their minima are an order of iterations
// run:    check --transform "tile_using_for(S0, d0=64, d1=64, d2=64); tile_using_for(linalg.matmul, d0=8, d1=8, d2=8)"
// expect: proved
// run:    check --transform "tile_using_for(S0, d0=64, d1=48, d2=40); tile_using_for(linalg.matmul, d0=24, d1=7, d2=16); tile_using_for(linalg.matmul, d0=5, d2=3)"
// expect: proved
func.func @product(%A: tensor<?x?xf32>, %B: tensor<?x?xf32>, %C: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul ins(%A, %B : tensor<?x?xf32>, tensor<?x?xf32>) outs(%C : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

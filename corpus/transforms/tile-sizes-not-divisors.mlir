// why:    3 in 4 in 16: of the instance alone where a tile begins is a function with pieces
// run:    check --transform "tile_using_for(linalg.mmt4d, d0=16, d1=16, d2=64); tile_using_for(linalg.mmt4d, d0=4, d1=4, d2=16); tile_using_for(linalg.mmt4d, d0=3, d1=3, d2=5)"
// expect: proved
func.func @mmt4d(%a: tensor<?x?x8x1xf32>, %b: tensor<?x?x8x1xf32>, %c: tensor<?x?x8x8xf32>) -> tensor<?x?x8x8xf32> {
  %r = linalg.mmt4d ins(%a, %b : tensor<?x?x8x1xf32>, tensor<?x?x8x1xf32>) outs(%c : tensor<?x?x8x8xf32>) -> tensor<?x?x8x8xf32>
  return %r : tensor<?x?x8x8xf32>
}

// why:    an element of a packed tensor is at a multiple of the tile and a place in it, padded behind the end
// run:    check --transform "g = generalize(linalg.pack); tile_using_for(g, d0=3, d2=5)"
// expect: proved
func.func @pack(%s: tensor<?x?xf32>, %d: tensor<?x?x8x4xf32>, %z: f32) -> tensor<?x?x8x4xf32> {
  %p = linalg.pack %s padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %d : tensor<?x?xf32> -> tensor<?x?x8x4xf32>
  return %p : tensor<?x?x8x4xf32>
}

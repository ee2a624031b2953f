// why:    an inner tile is not cut
// run:    check --transform "tile_using_for(linalg.pack, d2=3)"
// expect: error
func.func @pack(%s: tensor<?x?xf32>, %d: tensor<?x?x8x4xf32>, %z: f32) -> tensor<?x?x8x4xf32> {
  %p = linalg.pack %s padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %d : tensor<?x?xf32> -> tensor<?x?x8x4xf32>
  return %p : tensor<?x?x8x4xf32>
}

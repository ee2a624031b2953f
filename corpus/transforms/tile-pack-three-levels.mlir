// why:    slices of packings are views, so that three levels of partial tiles are one order of the same iterations
// run:    check --transform "tile_using_for(linalg.pack, d0=32); tile_using_for(linalg.pack, d0=8); tile_using_for(linalg.pack, d0=3)"
// expect: proved
func.func @pack(%s: tensor<?x?xf32>, %d: tensor<?x?x8x4xf32>, %z: f32) -> tensor<?x?x8x4xf32> {
  %p = linalg.pack %s padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %d : tensor<?x?xf32> -> tensor<?x?x8x4xf32>
  return %p : tensor<?x?x8x4xf32>
}

// why:    tiles of 5 begin inside blocks of 8, those of 4 where a block of 4 does
// run:    check --transform "tile_using_forall(linalg.unpack, d0=5, d1=4)"
// expect: proved
func.func @unpack(%s: tensor<?x?x8x4xf32>, %d: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %p = linalg.unpack %s inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %d : tensor<?x?x8x4xf32> -> tensor<?x?xf32>
  return %p : tensor<?x?xf32>
}

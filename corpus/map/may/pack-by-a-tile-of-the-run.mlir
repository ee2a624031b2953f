// why:    the tile of the rows is an argument, so any row may come into a tile; columns are those of the outer dimensions
// run:    relations
// expect: ok
func.func @f(%a: tensor<?x6xf32>, %o: tensor<6x?x?xf32>, %t: index, %z: f32) -> tensor<6x?x?xf32> {
  %0 = linalg.pack %a padding_value(%z : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0] inner_tiles = [%t] into %o : tensor<?x6xf32> -> tensor<6x?x?xf32>
  return %0 : tensor<6x?x?xf32>
}

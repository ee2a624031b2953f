// why:    the tile of the rows is an argument, so an element may come from any tile of its column
// run:    relations
// expect: ok
func.func @f(%a: tensor<6x?x?xf32>, %o: tensor<?x6xf32>, %t: index) -> tensor<?x6xf32> {
  %0 = linalg.unpack %a outer_dims_perm = [1, 0] inner_dims_pos = [0] inner_tiles = [%t] into %o : tensor<6x?x?xf32> -> tensor<?x6xf32>
  return %0 : tensor<?x6xf32>
}

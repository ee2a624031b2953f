// why:    the tile has a size that only the program knows
// run:    check --transform "lower_pack(linalg.pack)"
// expect: error
func.func @packed(%A: tensor<12xf32>, %D: tensor<?x?xf32>, %t: index) -> tensor<?x?xf32> {
  %0 = linalg.pack %A inner_dims_pos = [0] inner_tiles = [%t] into %D : tensor<12xf32> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// why:    packing as what it does, an operand alone, in another order, and undone
// run:    transform --transform "lower_pack(linalg.pack)"
// expect: ok
// run:    transform --transform "lower_unpack(linalg.unpack)"
// expect: ok
// run:    transform --transform "pack_operand(row, 0, d0=4, d1=2)"
// expect: ok
// run:    transform --transform "transpose_operand(row, 0, 1, 0)"
// expect: ok
// run:    check --transform "transpose_operand(row, 1, 1, 0)"
// expect: proved
// run:    transform --transform "pack(row, d0=4); pack_transpose(row, 0, outer=1:0)"
// expect: ok
// run:    check --transform "pack(row, d0=4, d1=2); pack_transpose(row, 1, outer=1:0, inner=1:0)"
// expect: proved
// run:    transform --transform "pack(row, d0=4, d1=2); unpack(row)"
// expect: ok
// run:    check --transform "pack(row, d0=5); unpack(row)"
// expect: proved
func.func @packed(%A: tensor<13x8xf32>, %D: tensor<2x2x8x4xf32>, %E: tensor<13x8xf32>, %X: tensor<8x6xf32>, %Y: tensor<8x6xf32>) -> (tensor<2x2x8x4xf32>, tensor<13x8xf32>, tensor<8x6xf32>) {
  %cst = arith.constant 0.0 : f32
  %0 = linalg.pack %A padding_value(%cst : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %D : tensor<13x8xf32> -> tensor<2x2x8x4xf32>
  %1 = linalg.unpack %0 outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %E : tensor<2x2x8x4xf32> -> tensor<13x8xf32>
  %2 = linalg.exp {polyvet.name = "row"} ins(%X : tensor<8x6xf32>) outs(%Y : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %0, %1, %2 : tensor<2x2x8x4xf32>, tensor<13x8xf32>, tensor<8x6xf32>
}

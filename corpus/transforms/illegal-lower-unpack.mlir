// why:    this is a packing, not an unpacking
// run:    check --transform "lower_unpack(linalg.pack)"
// expect: error
func.func @packed(%A: tensor<13x8xf32>, %D: tensor<2x2x8x4xf32>, %E: tensor<13x8xf32>) -> (tensor<2x2x8x4xf32>, tensor<13x8xf32>) {
  %cst = arith.constant 0.0 : f32
  %0 = linalg.pack %A padding_value(%cst : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %D : tensor<13x8xf32> -> tensor<2x2x8x4xf32>
  %1 = linalg.unpack %0 outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %E : tensor<2x2x8x4xf32> -> tensor<13x8xf32>
  return %0, %1 : tensor<2x2x8x4xf32>, tensor<13x8xf32>
}

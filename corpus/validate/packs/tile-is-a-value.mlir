// why:    a tile that is the constant of an operation
// run:    validate %after
// expect: proved
func.func @f(%A: tensor<16x8xf32>, %D: tensor<2x8x?x1xf32>) -> tensor<2x8x?x1xf32> {
  %c8 = arith.constant 8 : index
  %0 = linalg.pack %A inner_dims_pos = [0, 1] inner_tiles = [%c8, 1] into %D : tensor<16x8xf32> -> tensor<2x8x?x1xf32>
  return %0 : tensor<2x8x?x1xf32>
}

// why:    sums of rows in tiles of 4 by 2, with masks: where isl has no closure of the steps between tiles, one is guessed and checked
// run:    validate %after
// expect: proved-reassociated
func.func @sums(%a: tensor<8x?xf32>, %c: tensor<8xf32>) -> tensor<8xf32> {
  %r = linalg.reduce { arith.addf } ins(%a : tensor<8x?xf32>) outs(%c : tensor<8xf32>) dimensions = [1]
  return %r : tensor<8xf32>
}

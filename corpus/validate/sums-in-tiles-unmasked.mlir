// why:    a whole vector is summed where the last tile has one column: what is beyond is 0, so nothing changes
// run:    validate %after
// expect: proved-reassociated
func.func @sums(%a: tensor<8x?xf32>, %c: tensor<8xf32>) -> tensor<8xf32> {
  %r = linalg.reduce { arith.addf } ins(%a : tensor<8x?xf32>) outs(%c : tensor<8xf32>) dimensions = [1]
  return %r : tensor<8xf32>
}

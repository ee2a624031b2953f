// why:    every second tile is skipped
// run:    validate %after
// expect: refuted
func.func @sums(%a: tensor<8x?xf32>, %c: tensor<8xf32>) -> tensor<8xf32> {
  %r = linalg.reduce { arith.addf } ins(%a : tensor<8x?xf32>) outs(%c : tensor<8xf32>) dimensions = [1]
  return %r : tensor<8xf32>
}

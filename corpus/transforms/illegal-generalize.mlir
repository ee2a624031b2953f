// why:    a padding is no operation with loops and maps; the message says what makes some of it
// run:    check --transform "generalize(tensor.pad)"
// expect: error
func.func @padded(%A: tensor<13x8xf32>) -> tensor<16x8xf32> {
  %cst = arith.constant 0.0 : f32
  %0 = tensor.pad %A low[0, 0] high[3, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %cst : f32
  } : tensor<13x8xf32> to tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
